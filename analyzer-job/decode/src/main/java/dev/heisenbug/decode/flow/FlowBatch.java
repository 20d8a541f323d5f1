package dev.heisenbug.decode.flow;

import dev.heisenbug.decode.event.TimeProbe;

/**
 * Executed code on its way to the sink: runs of instructions, each with the time before which it
 * cannot have run. The instructions of a run are those of a block, from one to another.
 */
public final class FlowBatch {
  static final int CAPACITY = 1024;
  private static final int SHIFT = 16;

  final CodeBlock[] blocks = new CodeBlock[CAPACITY];
  final int[] ranges = new int[CAPACITY];
  final long[] earliest = new long[CAPACITY];
  int size;
  boolean timed;
  boolean speculative;
  private long latest = Long.MAX_VALUE;
  private long notBefore;
  private long notAfter = Long.MAX_VALUE;
  private TimeProbe probe;

  static int range(int from, int to) {
    return from << SHIFT | to;
  }

  void latest(long time) {
    latest = time;
    probe = null;
  }

  void latest(TimeProbe unknown) {
    probe = unknown;
  }

  /** Number of runs. */
  public int size() {
    return size;
  }

  public CodeBlock block(int run) {
    return blocks[run];
  }

  /** Index in the block of the run's first instruction. */
  public int from(int run) {
    return ranges[run] >>> SHIFT;
  }

  /** Index in the block after the run's last instruction. */
  public int to(int run) {
    return ranges[run] & (1 << SHIFT) - 1;
  }

  /** A lower bound of the TSC when the run began: what libipt calls its time. */
  public long earliest(int run) {
    return Math.max(earliest[run], notBefore);
  }

  /** An upper bound of the TSC when the last run ended; Long.MAX_VALUE when none is known. */
  public long latest() {
    if (probe != null) {
      latest(probe.next());
    }
    return Math.min(latest, notAfter);
  }

  /** Narrows all windows: something else, such as a context switch, bounds them too. */
  public void clamp(long from, long to) {
    notBefore = from;
    notAfter = to;
  }

  /** Whether the times are real TSC values. */
  public boolean timed() {
    return timed;
  }

  /** Whether the code ran inside a transaction and may not have happened. */
  public boolean speculative() {
    return speculative;
  }

  /** Instructions in all runs. */
  public long instructions() {
    long n = 0;
    for (int i = 0; i < size; i++) {
      int r = ranges[i];
      n += (r & (1 << SHIFT) - 1) - (r >>> SHIFT);
    }
    return n;
  }
}
