package dev.heisenbug.decode.event;

import static dev.heisenbug.decode.event.EventQueue.ANY;
import static dev.heisenbug.decode.event.EventQueue.FUP;
import static dev.heisenbug.decode.event.EventQueue.FUP_BOUND;
import static dev.heisenbug.decode.event.EventQueue.PSBEND;
import static dev.heisenbug.decode.event.EventQueue.TIP;

import dev.heisenbug.decode.PtError;
import dev.heisenbug.decode.packet.Packet;
import dev.heisenbug.decode.packet.PacketReader;
import dev.heisenbug.decode.packet.PacketType;
import java.lang.foreign.MemorySegment;

/**
 * The second layer: binds packets that belong together and puts a time on what they say. It knows
 * nothing of code; the layer above decides where in the code an event takes place.
 */
public final class EventDecoder {
  /** Results of handling one packet. */
  static final int EVENT = 0;

  static final int MORE = 1;
  static final int FAILED = -1;

  final EventOptions options;
  final PacketReader reader;
  final Packet packet = new Packet();
  final EventQueue queue = new EventQueue();
  final LastIp lastIp = new LastIp();
  final Clock clock;
  final PtEvent standalone = new PtEvent();
  private final long begin;
  private final PsbHeader header = new PsbHeader(this);
  private final OverflowHandler overflow = new OverflowHandler(this);
  private final EventTrace eventTrace = new EventTrace(this);
  private final StateEvents states = new StateEvents(this);

  PtEvent event;
  PtError error;
  boolean enabled;
  boolean bound;
  boolean execModeValid;
  boolean csl;
  boolean csd;
  boolean interruptFlag;

  /** The packet at the position could not be read, for this reason. */
  private PtError fetchError = PtError.NO_SYNC;

  /** Whether a packet is cut off at the end of the data, rather than the data ending after one. */
  private boolean truncated;

  public EventDecoder(MemorySegment data, long begin, long end, EventOptions options) {
    this.options = options;
    this.begin = begin;
    this.reader = new PacketReader(data, begin, end, options.errata());
    this.clock = new Clock(options);
  }

  void reset() {
    fetchError = PtError.NO_SYNC;
    packet.type = PacketType.INVALID;
    packet.size = 0;
    event = null;
    enabled = false;
    bound = false;
    execModeValid = false;
    lastIp.reset();
    clock.reset();
    queue.clear();
  }

  /** Starts over at the next PSB; false when there is none or its PSB+ is damaged: see error. */
  public boolean syncForward() {
    reset();
    if (!reader.syncForward(begin)) {
      error = PtError.END_OF_STREAM;
      return false;
    }
    return start();
  }

  /** Decoding will be resumed from {@code offset} on. */
  public void seek(long offset) {
    reader.seek(offset);
  }

  /** How far libipt reads ahead from the packet that is looked at. */
  public long readAhead() {
    return ReadAhead.from(reader, offset());
  }

  /** Starts over at the PSB at {@code offset}. */
  public boolean syncAt(long offset) {
    reset();
    if (!reader.syncAt(offset)) {
      error = PtError.NO_SYNC;
      return false;
    }
    return start();
  }

  private boolean start() {
    fetch();
    if (packet.type != PacketType.PSB) {
      error = fetchError == null ? PtError.NO_SYNC : fetchError;
      return false;
    }
    return header.read() != FAILED;
  }

  /** Why the last call failed. */
  public PtError error() {
    return error;
  }

  /** Offset of the last PSB. */
  public long syncOffset() {
    return reader.syncOffset();
  }

  /** Offset of the packet that is looked at. */
  public long offset() {
    return reader.position() - packet.size;
  }

  /** Whether the data ends inside a packet that would have decided a branch. */
  public boolean endsInsideBranch() {
    return truncated && reader.branchPacketBegins();
  }

  public boolean enabled() {
    return enabled;
  }

  /** The address of the PSB+ that was just read, while tracing is enabled there. */
  public long ip() {
    return lastIp.get();
  }

  public EventOptions options() {
    return options;
  }

  /** The time at the packet that is looked at. */
  public TimeTracker time() {
    return clock.time;
  }

  /** Takes over the state of another decoder of the same data. */
  public void copyFrom(EventDecoder o) {
    reader.moveTo(o.reader);
    packet.copyFrom(o.packet);
    queue.copyFrom(o.queue);
    lastIp.copyFrom(o.lastIp);
    clock.copyFrom(o.clock);
    event = null;
    error = o.error;
    enabled = o.enabled;
    bound = o.bound;
    execModeValid = o.execModeValid;
    csl = o.csl;
    csd = o.csd;
    interruptFlag = o.interruptFlag;
    fetchError = o.fetchError;
    truncated = o.truncated;
  }

  /** A decoder of the same data, at the same place. */
  public EventDecoder copy() {
    EventDecoder c = new EventDecoder(reader.data(), begin, reader.end(), options);
    c.copyFrom(this);
    return c;
  }

  /** Finds the times that packets ahead tell. */
  public TimeProbe probe() {
    return new TimeProbe(this);
  }

  /**
   * The first time, other than that of the event before, which packets told on the way to the last
   * event; that event's own time when none did.
   */
  public long firstNewTime() {
    return clock.firstNewTime();
  }

  /** Moves on to the next event; null means {@code into} has it. */
  public PtError next(PtEvent into) {
    clock.mark();
    while (true) {
      int result = decode();
      if (result == EVENT) {
        into.copyFrom(event);
        event = null;
        return null;
      }
      if (result == FAILED) {
        event = null;
        return error;
      }
      bound = false;
      fetch();
    }
  }

  /** Reads the next packet that is not PAD; a failure is kept until that packet is needed. */
  void fetch() {
    do {
      fetchError = reader.next(packet);
      if (fetchError != null) {
        truncated = fetchError == PtError.END_OF_STREAM && reader.position() < reader.end();
        packet.type = PacketType.INVALID;
        packet.size = 0;
        return;
      }
    } while (packet.type == PacketType.PAD);
  }

  PtError fetchError() {
    return fetchError;
  }

  int fail(PtError e) {
    error = e;
    return FAILED;
  }

  /** The current packet is done with and made the event. */
  int publish(PtEvent ev) {
    event = ev;
    fetch();
    return EVENT;
  }

  /** The current packet made the event and may make more. */
  int publishAndStay(PtEvent ev) {
    event = ev;
    return EVENT;
  }

  /** An event of its own, at the time of the packet. */
  PtEvent standalone(EventType type) {
    PtEvent ev = standalone.clear(type);
    ev.offset = packet.offset;
    clock.stamp(ev);
    return ev;
  }

  /** Queues an event for a later packet. */
  int defer(EventType type, int binding) {
    return queue.enqueue(type, binding) == null ? fail(PtError.QUEUE_FULL) : MORE;
  }

  void setIp(PtEvent ev) {
    ev.ip = lastIp.get();
    if (!lastIp.known()) {
      ev.ipSuppressed = true;
    }
  }

  int decode() {
    return switch (packet.type) {
      case TNT_8, TNT_64 -> tnt();
      case TIP -> tip();
      case CYC, MTC, TSC, TMA -> timing();
      case FUP -> fup();
      case TIP_PGE -> tipPge();
      case TIP_PGD -> tipPgd();
      case PSB -> {
        int r = header.read();
        yield r == FAILED ? FAILED : decode();
      }
      case PSBEND -> psbend();
      case OVF -> overflow.decode();
      case MODE -> states.mode();
      case PIP -> states.pip();
      case VMCS -> states.vmcs();
      case CBR -> states.cbr();
      case MNT -> states.mnt();
      case STOP -> publish(standalone(EventType.STOP));
      case EXSTOP -> states.exstop();
      case MWAIT -> states.mwait();
      case PWRE -> states.pwre();
      case PWRX -> states.pwrx();
      case PTW -> states.ptw();
      case CFE -> eventTrace.cfe();
      case EVD -> eventTrace.evd();
      case TRIG -> states.trig();
      case PAD -> MORE;
      case INVALID -> fetchError != null ? fail(fetchError) : MORE;
    };
  }

  private int timing() {
    PtError e = clock.apply(packet, false);
    return e == null ? MORE : fail(e);
  }

  private int tnt() {
    if (!enabled) {
      return fail(PtError.NO_ENABLE);
    }
    PtEvent ev = standalone(EventType.TNT);
    ev.bits = packet.bits;
    ev.bitCount = packet.bitCount;
    return publish(ev);
  }

  int psbend() {
    PtEvent ev = queue.dequeue(PSBEND);
    if (ev == null) {
      return MORE;
    }
    switch (ev.type) {
      case ENABLED, EXEC_MODE, IFLAGS, TSX, ASYNC_PAGING, ASYNC_VMCS -> setIp(ev);
      default -> {}
    }
    clock.stamp(ev);
    return publishAndStay(ev);
  }

  private int fup() {
    lastIp.update(packet);
    if (queue.pending(FUP_BOUND)) {
      bound = true;
    }
    PtEvent ev = queue.dequeue(FUP | FUP_BOUND);
    while (ev != null && ev.type == EventType.IGNORE) {
      ev = queue.dequeue(FUP | FUP_BOUND);
    }
    if (ev == null) {
      return bound ? MORE : asyncBranchFrom();
    }
    switch (ev.type) {
      case OVERFLOW -> enabled = true;
      case RSM, SIPI -> {
        clock.stamp(ev);
        return publishAndStay(ev);
      }
      default -> clock.stamp(ev);
    }
    setIp(ev);
    return publishAndStay(ev);
  }

  /** A FUP that nothing waits for is where an interrupt or the like struck. */
  private int asyncBranchFrom() {
    if (!lastIp.known()) {
      return fail(lastIp.error());
    }
    PtEvent ev = queue.enqueue(EventType.ASYNC_BRANCH, TIP);
    if (ev == null) {
      return fail(PtError.QUEUE_FULL);
    }
    ev.from = lastIp.get();
    return MORE;
  }

  private int tip() {
    if (!enabled) {
      return fail(PtError.NO_ENABLE);
    }
    lastIp.update(packet);
    if (!bound) {
      return tipBranch();
    }
    PtEvent ev = nextBoundToTip();
    if (ev == null) {
      return MORE;
    }
    switch (ev.type) {
      case EXEC_MODE, ASYNC_PAGING, ASYNC_VMCS, IFLAGS -> setIp(ev);
      default -> {
        return fail(PtError.BAD_CONTEXT);
      }
    }
    clock.stamp(ev);
    return publishAndStay(ev);
  }

  /** The branch itself comes before the events that bind to its target. */
  private int tipBranch() {
    bound = true;
    PtEvent async = queue.find(TIP, EventType.ASYNC_BRANCH);
    if (async == null) {
      PtEvent ev = standalone(EventType.TIP);
      setIp(ev);
      if (queue.isEmpty()) {
        bound = false;
        return publish(ev);
      }
      return publishAndStay(ev);
    }
    PtEvent first = queue.dequeue(TIP);
    if (first != async) {
      PtEvent swap = standalone.clear(EventType.IGNORE);
      swap.copyFrom(async);
      async.copyFrom(first);
      first.copyFrom(swap);
    }
    setIp(first);
    clock.stamp(first);
    return publishAndStay(first);
  }

  private PtEvent nextBoundToTip() {
    PtEvent ev = queue.dequeue(TIP);
    while (ev != null && ev.type == EventType.IGNORE) {
      ev = queue.dequeue(TIP);
    }
    return ev;
  }

  private int tipPge() {
    lastIp.update(packet);
    if (!bound) {
      PtEvent ev = standalone(EventType.ENABLED);
      setIp(ev);
      enabled = true;
      bound = true;
      return publishAndStay(ev);
    }
    PtEvent ev = nextBoundToTip();
    if (ev == null) {
      return MORE;
    }
    if (ev.type != EventType.EXEC_MODE && ev.type != EventType.IFLAGS) {
      return fail(PtError.BAD_CONTEXT);
    }
    setIp(ev);
    clock.stamp(ev);
    return publishAndStay(ev);
  }

  private int tipPgd() {
    lastIp.update(packet);
    PtEvent ev = queue.dequeue(TIP);
    if (ev == null) {
      if (bound) {
        return MORE;
      }
      ev = standalone(EventType.DISABLED);
      setIp(ev);
      enabled = false;
      return publish(ev);
    }
    switch (ev.type) {
      case ASYNC_BRANCH -> {
        ev.type = EventType.ASYNC_DISABLED;
        setIp(ev);
        enabled = false;
        bound = true;
      }
      case ASYNC_PAGING, ASYNC_VMCS, EXEC_MODE -> ev.ipSuppressed = true;
      default -> {
        return fail(PtError.BAD_CONTEXT);
      }
    }
    clock.stamp(ev);
    return publishAndStay(ev);
  }

  boolean anythingPending() {
    return queue.pending(ANY);
  }
}
