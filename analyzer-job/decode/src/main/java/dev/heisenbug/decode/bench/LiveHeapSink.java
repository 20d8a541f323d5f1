package dev.heisenbug.decode.bench;

import dev.heisenbug.decode.flow.FlowBatch;
import dev.heisenbug.decode.flow.FlowSink;

/** Looks at what is alive on the heap early in a trace and near its end. */
final class LiveHeapSink implements FlowSink {
  private final long earlyAt;
  private final long lateAt;
  private long instructions;
  private long early;
  private long late;

  LiveHeapSink(long total) {
    this.earlyAt = total / 10;
    this.lateAt = total / 10 * 9;
  }

  @Override
  public void instructions(FlowBatch batch) {
    long before = instructions;
    instructions += batch.instructions();
    if (before < earlyAt && instructions >= earlyAt) {
      early = live();
    }
    if (before < lateAt && instructions >= lateAt) {
      late = live();
    }
  }

  long early() {
    return early;
  }

  long late() {
    return late;
  }

  private static long live() {
    System.gc();
    Runtime r = Runtime.getRuntime();
    return r.totalMemory() - r.freeMemory();
  }
}
