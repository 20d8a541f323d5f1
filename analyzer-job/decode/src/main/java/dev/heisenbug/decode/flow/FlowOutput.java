package dev.heisenbug.decode.flow;

import dev.heisenbug.decode.PtError;
import dev.heisenbug.decode.event.EventDecoder;
import dev.heisenbug.decode.event.PtEvent;
import dev.heisenbug.decode.event.TimeProbe;

/** Gathers runs of instructions into batches and keeps order between them and everything else. */
final class FlowOutput {
  private final FlowSink sink;
  private final FlowBatch batch = new FlowBatch();
  private final TimeProbe probe;

  /** The time of the last event that is behind us. */
  long tsc;

  boolean timed;
  boolean speculative;

  FlowOutput(FlowSink sink, EventDecoder events) {
    this.sink = sink;
    this.probe = events.probe();
  }

  void reset() {
    tsc = 0;
    timed = false;
    speculative = false;
  }

  void add(CodeBlock block, int from, int to) {
    int n = batch.size;
    if (n > 0 && batch.blocks[n - 1] == block && from != 0 && batch.to(n - 1) == from) {
      batch.ranges[n - 1] = FlowBatch.range(batch.from(n - 1), to);
      return;
    }
    put(block, FlowBatch.range(from, to));
  }

  /** The fast way: a whole block. */
  void add(CodeBlock block) {
    put(block, block.whole);
  }

  private void put(CodeBlock block, int range) {
    FlowBatch b = batch;
    if (b.size == FlowBatch.CAPACITY) {
      flush();
    }
    int n = b.size;
    b.blocks[n] = block;
    b.ranges[n] = range;
    b.earliest[n] = tsc;
    b.size = n + 1;
  }

  /** Packets told a new time: what is gathered so far ran before it. */
  void before(long time) {
    if (batch.size > 0) {
      batch.latest(time);
      deliver();
    }
    sink.time(time);
  }

  long timeAhead() {
    return probe.next();
  }

  void end(boolean enabled) {
    flush();
    sink.end(enabled);
  }

  void flush() {
    if (batch.size > 0) {
      batch.latest(probe);
      deliver();
    }
  }

  private void deliver() {
    batch.timed = timed;
    batch.speculative = speculative;
    sink.instructions(batch);
    batch.size = 0;
  }

  void sync(long offset) {
    sink.sync(offset);
  }

  void event(PtEvent event) {
    flush();
    sink.event(event);
  }

  void error(PtError error, long ip, long offset) {
    flush();
    sink.error(error, ip, offset);
  }
}
