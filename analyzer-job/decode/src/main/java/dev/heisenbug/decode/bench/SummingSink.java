package dev.heisenbug.decode.bench;

import dev.heisenbug.decode.flow.CodeBlock;
import dev.heisenbug.decode.flow.FlowBatch;
import dev.heisenbug.decode.flow.FlowSink;

/** Reads the address of every single instruction, as a user of libipt's decoder must. */
final class SummingSink implements FlowSink {
  private long sum;

  @Override
  public void instructions(FlowBatch batch) {
    long s = sum;
    for (int run = 0; run < batch.size(); run++) {
      CodeBlock block = batch.block(run);
      int to = batch.to(run);
      for (int i = batch.from(run); i < to; i++) {
        s += block.address(i);
      }
    }
    sum = s;
  }

  long sum() {
    return sum;
  }
}
