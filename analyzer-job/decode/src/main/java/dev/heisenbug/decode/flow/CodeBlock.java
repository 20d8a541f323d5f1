package dev.heisenbug.decode.flow;

import dev.heisenbug.decode.PtError;
import dev.heisenbug.formats.x86.InsnKind;

/**
 * Code that always runs from start to end: through direct jumps and calls, up to the first
 * instruction whose successor only the trace knows. Blocks link to each other, so that hot code is
 * followed from link to link with one TNT bit each.
 */
public final class CodeBlock {
  private static final long[] NONE = {};

  final long ip;
  final int mode;
  final int count;
  final long[] addresses;
  final byte[] sizes;
  final byte[] kinds;

  /** Return addresses of the direct calls inside, and of the indirect call at the end. */
  final long[] calls;

  final Exit exit;

  /** What is not error: fall-through, continuation or the address that cannot be read. */
  final long nextIp;

  final long takenIp;
  final PtError error;

  /** The address of the one-shot breakpoint this block ends with, if {@link #breakpoint}. */
  final boolean breakpoint;

  /** This block from its first to its last instruction, as a batch entry. */
  final int whole;

  /** The kinds of instructions inside. */
  final long kindSet;

  CodeBlock next;
  CodeBlock taken;

  CodeBlock(BlockBuilder b) {
    this.ip = b.start;
    this.mode = b.mode;
    this.count = b.count;
    this.addresses = java.util.Arrays.copyOf(b.addresses, b.count);
    this.sizes = java.util.Arrays.copyOf(b.sizes, b.count);
    this.kinds = java.util.Arrays.copyOf(b.kinds, b.count);
    this.calls = b.callCount == 0 ? NONE : java.util.Arrays.copyOf(b.calls, b.callCount);
    this.exit = b.exit;
    this.nextIp = b.nextIp;
    this.takenIp = b.takenIp;
    this.error = b.error;
    this.breakpoint = b.breakpoint;
    this.whole = FlowBatch.range(0, b.count);
    long set = 0;
    for (byte kind : kinds) {
      set |= 1L << kind;
    }
    this.kindSet = set;
  }

  /** Number of instructions. */
  public int count() {
    return count;
  }

  /** Address of the instruction number {@code i}, in order of execution. */
  public long address(int i) {
    return addresses[i];
  }

  public int size(int i) {
    return sizes[i];
  }

  public InsnKind kind(int i) {
    return InsnKind.of(kinds[i]);
  }

  /** 1, 2, 3 for 16-, 32- and 64-bit code. */
  public int mode() {
    return mode;
  }

  public Exit exit() {
    return exit;
  }

  /** Where instruction {@code i} returns to if it is a call to remember, else -1. */
  long returnAddress(int i) {
    InsnKind kind = kind(i);
    long after = addresses[i] + sizes[i];
    if (kind == InsnKind.INDIRECT_CALL) {
      return after;
    }
    if (kind != InsnKind.CALL) {
      return -1;
    }
    // A call to the next instruction only reads the program counter.
    return (i + 1 < count ? addresses[i + 1] : nextIp) == after ? -1 : after;
  }
}
