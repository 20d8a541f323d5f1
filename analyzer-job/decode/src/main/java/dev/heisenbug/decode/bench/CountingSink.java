package dev.heisenbug.decode.bench;

import dev.heisenbug.decode.flow.FlowBatch;
import dev.heisenbug.decode.flow.FlowSink;

/** Takes the runs of instructions as they come and only counts: the cost of decoding itself. */
final class CountingSink implements FlowSink {
  private long instructions;

  @Override
  public void instructions(FlowBatch batch) {
    instructions += batch.instructions();
  }

  long instructions() {
    return instructions;
  }
}
