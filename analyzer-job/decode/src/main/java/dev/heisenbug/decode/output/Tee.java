package dev.heisenbug.decode.output;

import dev.heisenbug.decode.PtError;
import dev.heisenbug.decode.event.PtEvent;
import dev.heisenbug.decode.flow.FlowBatch;
import dev.heisenbug.decode.flow.FlowSink;
import java.util.List;

/** Several sinks for one run of the decoder. */
public record Tee(List<FlowSink> sinks) implements FlowSink {
  @Override
  public void sync(long offset) {
    sinks.forEach(s -> s.sync(offset));
  }

  @Override
  public void instructions(FlowBatch batch) {
    sinks.forEach(s -> s.instructions(batch));
  }

  @Override
  public void event(PtEvent event) {
    sinks.forEach(s -> s.event(event));
  }

  @Override
  public void time(long tsc) {
    sinks.forEach(s -> s.time(tsc));
  }

  @Override
  public void end(boolean enabled) {
    sinks.forEach(s -> s.end(enabled));
  }

  @Override
  public void error(PtError error, long ip, long offset) {
    sinks.forEach(s -> s.error(error, ip, offset));
  }
}
