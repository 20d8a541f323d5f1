package dev.heisenbug.decode.output;

import dev.heisenbug.decode.flow.CodeBlock;
import dev.heisenbug.decode.flow.FlowBatch;
import dev.heisenbug.decode.perf.ClockConversion;
import dev.heisenbug.decode.threads.Gap;
import dev.heisenbug.decode.threads.ThreadId;
import dev.heisenbug.decode.threads.ThreadSink;
import java.io.PrintWriter;

/**
 * Writes {@code TID [CPU] EARLIEST..LATEST ADDRESS} per instruction; times are perf's nanoseconds
 * when the recording has a clock conversion, else TSC, and a dash where nothing is known.
 */
public final class ThreadListing implements ThreadSink {
  private final PrintWriter out;
  private final ClockConversion clock;

  public ThreadListing(PrintWriter out, ClockConversion clock) {
    this.out = out;
    this.clock = clock;
  }

  @Override
  public void instructions(ThreadId thread, int cpu, FlowBatch batch) {
    String who = thread.tid() + " [" + cpu + "] ";
    String latest = time(batch, batch.latest());
    for (int run = 0; run < batch.size(); run++) {
      CodeBlock block = batch.block(run);
      String when = time(batch, batch.earliest(run)) + ".." + latest + " ";
      for (int i = batch.from(run); i < batch.to(run); i++) {
        out.println(who + when + Long.toHexString(block.address(i)));
      }
    }
  }

  private String time(FlowBatch batch, long tsc) {
    if (!batch.timed() || tsc == Long.MAX_VALUE) {
      return "-";
    }
    return Long.toUnsignedString(clock == null ? tsc : clock.toNanos(tsc));
  }

  @Override
  public void gap(Gap gap) {
    out.println(
        "? "
            + gap.thread().tid()
            + " ["
            + gap.cpu()
            + "] "
            + gap.error().text()
            + " ip="
            + Long.toHexString(gap.ip())
            + " offset="
            + Long.toHexString(gap.offset()));
  }
}
