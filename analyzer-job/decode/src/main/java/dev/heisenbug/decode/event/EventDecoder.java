package dev.heisenbug.decode.event;

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
  private final ReadAhead ahead;

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

  /** Up to here the packets have been looked over. */
  private long checkedTo;

  private long failedAt;
  private boolean failedAtBranch;
  private boolean failedHeader;

  /** The packet that is looked at has made the last event. */
  private boolean stayed;

  public EventDecoder(MemorySegment data, long begin, long end, EventOptions options) {
    this.options = options;
    this.begin = begin;
    this.reader = new PacketReader(data, begin, end, options.errata());
    this.ahead = new ReadAhead(reader);
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

  /** Where to look for the next PSB after following the code has failed. */
  public long readAhead() {
    long from = stayed && usedUp() ? reader.position() : offset();
    ahead.scan(from, queue.pending(FUP | FUP_BOUND));
    return ahead.position;
  }

  /** Whether the packet that made an event makes no other one. */
  private boolean usedUp() {
    return switch (packet.type) {
      case TIP, TIP_PGE, TIP_PGD -> !queue.pending(TIP);
      case FUP -> !queue.pending(FUP | FUP_BOUND);
      default -> false;
    };
  }

  /** Where to look for the next PSB after {@link #next} has failed. */
  public long failedAt() {
    return failedAt;
  }

  /** Whether {@link #next} failed at a packet that the next branch would have asked for. */
  public boolean failedAtBranch() {
    return failedAtBranch;
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
    if (header.read() == FAILED) {
      reader.seek(reader.psbOffset());
      return false;
    }
    return true;
  }

  /** Why the last call failed. */
  public PtError error() {
    return error;
  }

  /** Offset of the last PSB. */
  public long syncOffset() {
    return reader.psbOffset();
  }

  /** Offset of the packet that is looked at. */
  public long offset() {
    return reader.position() - packet.size;
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
    failedAt = o.failedAt;
    failedAtBranch = o.failedAtBranch;
    failedHeader = o.failedHeader;
    stayed = o.stayed;
    checkedTo = o.checkedTo;
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
    failedAtBranch = false;
    failedHeader = false;
    boolean waiting = false;
    while (true) {
      if (waiting && lacksBinding()) {
        failedAt = offset();
        error = PtError.BAD_QUERY;
        return error;
      }
      PacketType type = packet.type;
      int result = decode();
      if (result == EVENT) {
        into.copyFrom(event);
        event = null;
        return checkAhead(into.type == EventType.TNT || into.type == EventType.TIP);
      }
      if (result == FAILED) {
        event = null;
        failedAt = failedHeader ? reader.psbOffset() : offset();
        return error;
      }
      waiting = makesEvent(type);
      bound = false;
      fetch();
    }
  }

  /** Whether a branch comes next, at most behind one packet of the clock: the common case. */
  private boolean branchIsNext() {
    return switch (packet.type) {
      case TNT_8, TNT_64, TIP -> true;
      case MTC, CYC, TSC -> reader.branchPacketBegins();
      default -> false;
    };
  }

  /** Whether packets of a type always are or become an event. */
  private static boolean makesEvent(PacketType type) {
    return switch (type) {
      case MODE, PIP, VMCS, EXSTOP, MWAIT, PTW, TRIG -> true;
      default -> false;
    };
  }

  /** A branch comes before the FUP or TIP that an event has announced. */
  private boolean lacksBinding() {
    return switch (packet.type) {
      case TNT_8, TNT_64 -> true;
      case TIP -> !queue.pending(TIP);
      default -> false;
    };
  }

  /** An event is only used when what comes before the next one can be read as well. */
  private PtError checkAhead(boolean branch) {
    if (!stayed && branchIsNext()) {
      return null;
    }
    long from = stayed && usedUp() ? reader.position() : offset();
    if (from < checkedTo) {
      return null;
    }
    ahead.scan(from, queue.pending(FUP | FUP_BOUND));
    if (ahead.error == null) {
      checkedTo = ahead.position;
      return null;
    }
    failedAt = ahead.position;
    failedAtBranch = branch;
    error = ahead.error;
    return error;
  }

  /** Reads the next packet that is not PAD; a failure is kept until that packet is needed. */
  void fetch() {
    do {
      fetchError = reader.next(packet);
      if (fetchError != null) {
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
    ev.offset = packet.offset;
    stayed = false;
    fetch();
    return EVENT;
  }

  /** The current packet made the event and may make more. */
  int publishAndStay(PtEvent ev) {
    event = ev;
    ev.offset = packet.offset;
    stayed = true;
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
        failedHeader = header.read() == FAILED;
        yield failedHeader ? FAILED : decode();
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
      case BBP, BIP -> MORE;
      case BEP -> states.bep();
      case PAD -> MORE;
      case INVALID -> unreadable();
    };
  }

  private int unreadable() {
    if (fetchError == null) {
      return MORE;
    }
    failedAtBranch = reader.branchPacketBegins() && !queue.pending(TIP);
    return fail(fetchError);
  }

  private int timing() {
    PtError e = clock.apply(packet, false);
    return e == null ? MORE : fail(e);
  }

  private int tnt() {
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
      }
      case ASYNC_PAGING, ASYNC_VMCS, EXEC_MODE -> ev.ipSuppressed = true;
      default -> {
        return fail(PtError.BAD_CONTEXT);
      }
    }
    enabled = false;
    bound = true;
    clock.stamp(ev);
    return publishAndStay(ev);
  }
}
