package dev.heisenbug.decode.flow;

import dev.heisenbug.decode.PtError;
import dev.heisenbug.decode.event.ExecMode;
import dev.heisenbug.formats.x86.InsnKind;

/**
 * A place in the code that can be moved one instruction at a time, as far as that needs no trace.
 * This is the slow way; it serves to find the place an event binds to.
 */
final class CodeCursor {
  final ReturnStack stack = new ReturnStack();
  private final FlowOutput out;
  private BlockCache cache;

  /** The next instruction to execute, or the last one executed while it is postponed. */
  long ip;

  int mode = ExecMode.UNKNOWN;

  /** The block {@link #ip} is in and its index there; null until it is needed. */
  CodeBlock block;

  int index;

  /** The walk ran in a circle that no trace would end. */
  boolean endless;

  CodeCursor(BlockCache cache, FlowOutput out) {
    this.cache = cache;
    this.out = out;
  }

  void use(BlockCache other) {
    cache = other;
    block = null;
  }

  BlockCache cache() {
    return cache;
  }

  void reset() {
    stack.clear();
    ip = 0;
    mode = ExecMode.UNKNOWN;
    block = null;
    endless = false;
  }

  void moveTo(long address) {
    ip = address;
    block = null;
  }

  void setMode(int newMode) {
    if (mode != newMode) {
      mode = newMode;
      block = null;
    }
  }

  private PtError find() {
    if (block == null) {
      block = cache.get(ip, mode);
      index = 0;
    }
    if (block.count == 0) {
      PtError e = block.error;
      block = null;
      return e;
    }
    return null;
  }

  InsnKind kind() {
    return block.kind(index);
  }

  /** Executes the instruction at the cursor but stays on it. */
  PtError step() {
    PtError e = find();
    if (e == null) {
      take(index + 1);
    }
    return e;
  }

  /** Executes from the cursor up to index {@code to} and stays on the last one. */
  private void take(int to) {
    CodeBlock b = block;
    out.add(b, index, to);
    if (b.calls.length > 0) {
      for (int i = index; i < to; i++) {
        long back = b.returnAddress(i);
        if (back != -1) {
          stack.push(back);
        }
      }
    }
    index = to - 1;
    ip = b.addresses[index];
    if (b.breakpoint && to == b.count) {
      disarm();
    }
  }

  /** A one-shot breakpoint has been hit: from now on the original code is there. */
  private void disarm() {
    cache.image().clearBreakpoint(block.addresses[index]);
  }

  /** Goes on to the next instruction; BAD_QUERY when only the trace knows it. */
  PtError advance() {
    if (index + 1 < block.count) {
      index++;
      ip = block.addresses[index];
      return null;
    }
    switch (block.exit) {
      case CONTINUE, ERROR -> moveTo(block.nextIp);
      default -> {
        return PtError.BAD_QUERY;
      }
    }
    return null;
  }

  /** The address after the executed instruction: where a call is expected to come back to. */
  long afterInsn() {
    return block.addresses[index] + block.sizes[index];
  }

  /** Target of the direct branch at the cursor. */
  long directTarget() {
    return index + 1 < block.count ? block.addresses[index + 1] : block.nextIp;
  }

  /** Executes until {@code target} is next; on BAD_QUERY the cursor is on the deciding branch. */
  PtError walkTo(long target) {
    Circle circle = new Circle();
    while (ip != target) {
      PtError e = find();
      if (e != null) {
        return e;
      }
      int at = indexOf(target);
      take(at < 0 ? block.count : at);
      e = advance(circle);
      if (e != null) {
        return e;
      }
    }
    return null;
  }

  /** Where {@code target} comes next in the block, or -1. */
  private int indexOf(long target) {
    long[] addresses = block.addresses;
    for (int i = index + 1; i < addresses.length; i++) {
      if (addresses[i] == target) {
        return i;
      }
    }
    return -1;
  }

  /** Executes up to and including an instruction of one of {@code kinds}, and stays on it. */
  PtError walkPast(long kinds) {
    Circle circle = new Circle();
    while (true) {
      PtError e = find();
      if (e != null) {
        return e;
      }
      int at = indexOfKind(kinds);
      take(at < 0 ? block.count : at + 1);
      if (at >= 0) {
        return null;
      }
      e = advance(circle);
      if (e != null) {
        return e;
      }
    }
  }

  private int indexOfKind(long kinds) {
    if ((block.kindSet & kinds) == 0) {
      return -1;
    }
    for (int i = index; i < block.count; i++) {
      if ((kinds >> block.kinds[i] & 1) != 0) {
        return i;
      }
    }
    return -1;
  }

  private PtError advance(Circle circle) {
    PtError e = advance();
    if (e == null && circle.closedAt(ip)) {
      endless = true;
      return PtError.BAD_QUERY;
    }
    return e;
  }

  /** The kind of the instruction at {@code address}, without going there; null if unreadable. */
  InsnKind kindAt(long address) {
    CodeBlock b = cache.get(address, mode);
    return b.count == 0 ? null : b.kind(0);
  }

  /** Whether {@code target} is reached from here in at most {@code steps} without any trace. */
  boolean reaches(long target, int steps) {
    long at = ip;
    CodeBlock b = cache.get(at, mode);
    int i = 0;
    for (int n = 0; n <= steps; n++) {
      if (at == target) {
        return true;
      }
      if (b.count == 0) {
        return false;
      }
      if (i + 1 < b.count) {
        at = b.addresses[++i];
      } else if (b.exit == Exit.CONTINUE || b.exit == Exit.ERROR) {
        at = b.nextIp;
        b = cache.get(at, mode);
        i = 0;
      } else {
        return false;
      }
    }
    return false;
  }

  /** Brent's search for a cycle, over addresses. */
  static final class Circle {
    private long anchor = -1;
    private long steps;
    private long limit = 1;

    boolean closedAt(long address) {
      if (address == anchor && steps > 0) {
        return true;
      }
      if (++steps == limit) {
        anchor = address;
        steps = 1;
        limit *= 2;
      }
      return false;
    }
  }
}
