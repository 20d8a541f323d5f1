package dev.heisenbug.decode.flow;

import dev.heisenbug.decode.PtError;
import dev.heisenbug.decode.event.EventDecoder;
import dev.heisenbug.decode.event.EventType;
import dev.heisenbug.decode.event.PtEvent;
import java.lang.foreign.MemorySegment;

/**
 * The top layer: follows the code along the trace. Between events it goes from block to block with
 * one TNT bit or TIP each; at an event it walks to the place the event binds to.
 *
 * <p>Errors are delivered to the sink; decoding then goes on at the next PSB whose header has not
 * been looked at yet (the rule of libipt), with nothing carried over but the code cache.
 */
public final class FlowDecoder {
  private static final int LONGEST_SEAM = 100_000;
  private static final long UNDECIDED = KindSet.of(k -> !k.selfEvident());

  final EventDecoder events;
  final FlowOutput out;
  final CodeCursor cursor;
  final FlowOptions options;
  final PtEvent event = new PtEvent();
  private final EventPlacement placement;
  private final PtEvent peeked = new PtEvent();
  private EventDecoder backup;

  /** Why there is no {@link #event}. */
  private PtError status;

  private boolean running;
  private long lastSync = -1;
  private long stop = Long.MAX_VALUE;
  private boolean foundSync;
  boolean enabled;

  /** The branch packet of the current event has not decided anything yet. */
  private boolean unused = true;

  /** The last thing that happened was a branch that the trace decided. */
  boolean afterBranch;

  public FlowDecoder(
      MemorySegment data,
      long begin,
      long end,
      FlowOptions options,
      BlockCache cache,
      FlowSink sink) {
    this.events = new EventDecoder(data, begin, end, options.events());
    this.options = options;
    this.out = new FlowOutput(sink, events);
    this.cursor = new CodeCursor(cache, out);
    this.placement = new EventPlacement(this);
  }

  /** Decodes everything, from PSB to PSB after errors. */
  public void run() {
    while (step()) {
      // Each step delivers to the sink.
    }
  }

  /** Decodes up to the next event; false when the trace is over. */
  public boolean step() {
    if (!running) {
      return sync();
    }
    PtError failure = null;
    if (status == null) {
      failure =
          switch (event.type) {
            case TNT, TIP -> enabled ? follow() : PtError.NO_ENABLE;
            default -> placement.handle();
          };
    }
    if (failure != null) {
      finish(failure);
      events.seek(resumeAt());
      running = false;
    } else if (status != null) {
      finish(null);
      events.seek(events.failedAt());
      running = false;
    }
    return true;
  }

  private long resumeAt() {
    if (status != null) {
      return events.failedAt();
    }
    boolean branch = event.type == EventType.TNT || event.type == EventType.TIP;
    if (branch) {
      return unused ? event.offset : events.readAhead();
    }
    return placement.waits() ? event.offset : events.readAhead();
  }

  private boolean sync() {
    boolean synced = foundSync || events.syncForward();
    long at = events.syncOffset();
    if (synced) {
      foundSync = at >= stop;
      if (foundSync) {
        return false;
      }
      lastSync = at;
      start();
      // Nothing came after the PSB+, and it said nothing itself.
      return status != PtError.END_OF_STREAM;
    }
    if (events.error() == PtError.END_OF_STREAM || at <= lastSync) {
      return false;
    }
    lastSync = at;
    out.error(events.error(), 0, events.offset());
    return true;
  }

  /** How a part of a trace joins the next one. */
  enum Seam {
    /** The trace is over. */
    END,
    /** Decoding goes on: the code has been followed to the address of the PSB. */
    CONNECTED,
    /** An error came before; decoding is resumed at the PSB with nothing carried over. */
    RESUMED,
    /** What comes next can only be decoded from here. */
    ENTANGLED
  }

  /** Decodes up to the PSB at {@code offset}; may be called again for a later one. */
  Seam runTo(long offset) {
    stop = offset;
    while (step()) {
      if (running && events.syncOffset() >= stop) {
        return connect();
      }
    }
    if (!foundSync) {
      return Seam.END;
    }
    return events.syncOffset() == stop ? Seam.RESUMED : Seam.ENTANGLED;
  }

  /** The first event of the PSB+ is at hand: goes to the place in the code it speaks of. */
  private Seam connect() {
    boolean there = status == null && event.statusUpdate && event.type == EventType.ENABLED;
    if (events.syncOffset() != stop || placement.postponed() || there != enabled) {
      return Seam.ENTANGLED;
    }
    if (enabled && !cursor.reaches(event.ip, LONGEST_SEAM)) {
      return Seam.ENTANGLED;
    }
    if (enabled) {
      cursor.walkTo(event.ip);
    }
    out.flush();
    return Seam.CONNECTED;
  }

  /** Starts at the PSB at {@code offset}; false when its PSB+ is damaged. */
  boolean startAt(long offset) {
    events.seek(offset);
    if (!events.syncAt(offset)) {
      return false;
    }
    lastSync = offset;
    start();
    return true;
  }

  /** The execution mode, to compare the ends of two parts. */
  int mode() {
    return cursor.mode;
  }

  boolean speculative() {
    return out.speculative;
  }

  /** The time at which the next step begins; meaningful once a TSC has been seen. */
  public long time() {
    return status == null ? event.tsc : out.tsc;
  }

  /** An upper bound of the time at which the current event happened. */
  public long timeAhead() {
    return out.timeAhead();
  }

  /** Changes the address space, for example because another process was switched in. */
  public void use(BlockCache cache) {
    cursor.use(cache);
  }

  private void start() {
    cursor.reset();
    out.reset();
    afterBranch = false;
    placement.reset();
    enabled = events.enabled();
    if (enabled) {
      cursor.moveTo(events.ip());
    }
    status = events.next(event);
    running = status != PtError.END_OF_STREAM;
    if (running) {
      out.sync(events.syncOffset());
    }
  }

  private void finish(PtError failure) {
    if (failure == PtError.END_OF_STREAM) {
      out.end(enabled);
      return;
    }
    if (failure != null) {
      out.error(failure, cursor.ip, events.offset());
      return;
    }
    PtError late = status == PtError.END_OF_STREAM ? null : placement.leave();
    if (late == null && events.failedAtBranch()) {
      // The code up to the branch that the bad packet belongs to was executed.
      late = enabled ? placement.toLastBranch(UNDECIDED) : PtError.NO_ENABLE;
    }
    PtError e = late != null ? late : status;
    if (e != PtError.END_OF_STREAM) {
      out.error(e, cursor.ip, events.offset());
    }
    if (status == PtError.END_OF_STREAM) {
      out.end(enabled);
    }
  }

  /** The current event is done with; gets the next one. */
  void fetch() {
    long before = event.tsc;
    out.tsc = before;
    out.timed = event.hasTsc;
    status = events.next(event);
    unused = true;
    if (status == null) {
      long changed = events.firstNewTime();
      if (changed != before) {
        out.before(changed);
      }
    }
  }

  PtError status() {
    return status;
  }

  /** Follows branches that the trace decides, until the next event is something else. */
  private PtError follow() {
    PtEvent ev = event;
    CodeBlock b = cursor.block;
    int from = cursor.index;
    BlockCache cache = cursor.cache();
    if (b == null) {
      b = cache.get(cursor.ip, cursor.mode);
      from = 0;
    }
    if (from != 0) {
      b = cache.get(cursor.ip, cursor.mode);
    }
    afterBranch = true;
    long bits = ev.bits;
    int left = ev.type == EventType.TNT ? ev.bitCount : 0;
    boolean tick = options.ticks();
    CodeBlock circle = null;
    int straight = 0;
    while (true) {
      if (b.count > 0) {
        out.add(b);
        for (long back : b.calls) {
          cursor.stack.push(back);
        }
      }
      switch (b.exit) {
        case CONDITIONAL -> {
          if (left == 0) {
            return stopAt(b, PtError.BAD_QUERY, left);
          }
          left--;
          if ((bits >> left & 1) != 0) {
            CodeBlock t = b.taken;
            if (t == null) {
              t = cache.get(b.takenIp, b.mode);
              b.taken = t;
            }
            b = t;
          } else {
            CodeBlock n = b.next;
            if (n == null) {
              n = cache.get(b.nextIp, b.mode);
              b.next = n;
            }
            b = n;
          }
        }
        case RETURN -> {
          long to;
          if (left == 0) {
            if (ev.ipSuppressed) {
              return stopAt(b, PtError.BAD_PACKET, left);
            }
            to = ev.ip;
          } else {
            left--;
            if ((bits >> left & 1) == 0) {
              return stopAt(b, PtError.BAD_RETURN_COMPRESSION, left);
            }
            if (cursor.stack.isEmpty()) {
              return stopAt(b, PtError.RETURN_STACK_EMPTY, left);
            }
            to = cursor.stack.pop();
          }
          b = target(b, to, cache);
        }
        case INDIRECT_CALL, INDIRECT -> {
          if (b.breakpoint) {
            cache.image().clearBreakpoint(b.addresses[b.count - 1]);
          }
          if (left != 0) {
            PtError e = deferredTip();
            if (e != null) {
              return stopAt(b, e, left);
            }
            b = target(b, peeked.ip, cache);
            continue;
          }
          if (ev.ipSuppressed) {
            return stopAt(b, PtError.BAD_PACKET, left);
          }
          b = target(b, ev.ip, cache);
        }
        case CONTINUE -> {
          if (b == circle) {
            return stopAt(b, PtError.BAD_QUERY, left);
          }
          if (Integer.bitCount(++straight) == 1) {
            circle = b;
          }
          CodeBlock n = b.next;
          if (n == null) {
            n = cache.get(b.nextIp, b.mode);
            b.next = n;
          }
          b = n;
          continue;
        }
        case ERROR -> {
          unused = ev.type == EventType.TIP || left == ev.bitCount;
          cursor.moveTo(b.nextIp);
          return b.error;
        }
      }
      circle = null;
      straight = 0;
      if (tick) {
        tick(b.ip);
      }
      if (left == 0) {
        fetch();
        boolean more = status == null && (ev.type == EventType.TNT || ev.type == EventType.TIP);
        if (!more || cursor.cache() != cache) {
          cursor.ip = b.ip;
          cursor.block = cursor.cache() == cache ? b : null;
          cursor.index = 0;
          return null;
        }
        bits = ev.bits;
        left = ev.type == EventType.TNT ? ev.bitCount : 0;
      }
    }
  }

  /** The branch that led to {@code ip} happened at a time that has not been told yet. */
  private void tick(long ip) {
    if (!event.hasTsc || event.tsc == out.tsc) {
      return;
    }
    peeked.copyFrom(event);
    peeked.type = EventType.TICK;
    peeked.ip = ip;
    out.event(peeked);
    out.tsc = event.tsc;
    out.timed = true;
  }

  /** Indirect branches mostly go where they went the last time. */
  private static CodeBlock target(CodeBlock b, long to, BlockCache cache) {
    CodeBlock t = b.taken;
    if (t != null && t.ip == to) {
      return t;
    }
    t = cache.get(to, b.mode);
    b.taken = t;
    return t;
  }

  private PtError stopAt(CodeBlock b, PtError e, int left) {
    // Looking for a deferred TIP uses up the TNT before it.
    boolean indirect = b.exit == Exit.INDIRECT || b.exit == Exit.INDIRECT_CALL;
    unused = event.type == EventType.TIP || left == event.bitCount && !indirect;
    cursor.block = b;
    cursor.index = b.count - 1;
    cursor.ip = b.addresses[b.count - 1];
    return e;
  }

  /** A TIP may come after TNT bits of later branches: looks for it behind the current TNT. */
  private PtError deferredTip() {
    if (backup == null) {
      backup = events.copy();
    } else {
      backup.copyFrom(events);
    }
    PtError e = events.next(peeked);
    if (e == null && peeked.type == EventType.TIP) {
      return null;
    }
    events.copyFrom(backup);
    return e == PtError.END_OF_STREAM ? e : PtError.BAD_QUERY;
  }

  /** Decides the branch at the cursor, which has been executed already, by the current event. */
  PtError decide() {
    CodeBlock b = cursor.block;
    boolean tnt = event.type == EventType.TNT && status == null;
    boolean tip = event.type == EventType.TIP && status == null;
    switch (b.exit) {
      case CONDITIONAL -> {
        if (!tnt) {
          return PtError.BAD_QUERY;
        }
        cursor.moveTo(bit() ? b.takenIp : b.nextIp);
      }
      case RETURN -> {
        if (!tnt) {
          return byTip(tip);
        }
        if (!bit()) {
          return PtError.BAD_RETURN_COMPRESSION;
        }
        if (cursor.stack.isEmpty()) {
          return PtError.RETURN_STACK_EMPTY;
        }
        cursor.moveTo(cursor.stack.pop());
      }
      default -> {
        if (!tnt) {
          return byTip(tip);
        }
        PtError e = deferredTip();
        if (e != null) {
          unused = false;
          return e;
        }
        cursor.moveTo(peeked.ip);
        return null;
      }
    }
    if (event.bitCount == 0) {
      fetch();
    }
    return null;
  }

  private boolean bit() {
    event.bitCount--;
    unused = false;
    return (event.bits >> event.bitCount & 1) != 0;
  }

  private PtError byTip(boolean tip) {
    if (!tip) {
      return PtError.BAD_QUERY;
    }
    if (event.ipSuppressed) {
      return PtError.BAD_PACKET;
    }
    cursor.moveTo(event.ip);
    fetch();
    return null;
  }
}
