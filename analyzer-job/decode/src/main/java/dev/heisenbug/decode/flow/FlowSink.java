package dev.heisenbug.decode.flow;

import dev.heisenbug.decode.PtError;
import dev.heisenbug.decode.event.PtEvent;

/**
 * Takes what a trace says, in order. Errors and gaps are part of it. Arguments are only valid
 * during the call.
 */
public interface FlowSink {
  /** Decoding starts at the PSB at {@code offset}; what came before is not connected. */
  default void sync(long offset) {}

  /** Code was executed. */
  void instructions(FlowBatch batch);

  /** Something else happened, after the instructions so far. */
  default void event(PtEvent event) {}

  /** Packets told that it is now {@code tsc} or later. */
  default void time(long tsc) {}

  /** The trace is over, with tracing still on or not. */
  default void end(boolean enabled) {}

  /** Decoding stopped and goes on at the next PSB. */
  default void error(PtError error, long ip, long offset) {}
}
