package dev.heisenbug.decode.flow;

import dev.heisenbug.decode.PtError;
import dev.heisenbug.decode.event.EventType;
import dev.heisenbug.decode.event.PtEvent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Keeps what one part of a trace says until it is its turn to be delivered. */
final class ChunkLog implements FlowSink {
  private final List<Object> items = new ArrayList<>();
  private FlowSink direct;
  private int syncs;
  private boolean failedEarly;
  private int firstMode;

  private record Sync(long offset) {}

  private record Time(long tsc) {}

  private record End(boolean enabled) {}

  private record Failure(PtError error, long ip, long offset) {}

  private record Runs(
      CodeBlock[] blocks,
      int[] ranges,
      long[] earliest,
      long latest,
      boolean timed,
      boolean speculative) {
    void deliver(FlowBatch batch, FlowSink sink) {
      batch.size = blocks.length;
      System.arraycopy(blocks, 0, batch.blocks, 0, blocks.length);
      System.arraycopy(ranges, 0, batch.ranges, 0, ranges.length);
      System.arraycopy(earliest, 0, batch.earliest, 0, earliest.length);
      batch.latest(latest);
      batch.timed = timed;
      batch.speculative = speculative;
      sink.instructions(batch);
    }
  }

  /** From now on nothing is kept: it goes where it belongs at once. */
  void passTo(FlowSink sink) {
    direct = sink;
  }

  /**
   * Whether decoding failed before it was resumed anywhere: perhaps for lack of what was before.
   */
  boolean failedEarly() {
    return failedEarly;
  }

  /** The execution mode that the first PSB+ tells, 0 when it does not. */
  int firstMode() {
    return firstMode;
  }

  @Override
  public void sync(long offset) {
    syncs++;
    keep(new Sync(offset), s -> s.sync(offset));
  }

  @Override
  public void instructions(FlowBatch b) {
    if (direct != null) {
      direct.instructions(b);
      return;
    }
    items.add(
        new Runs(
            Arrays.copyOf(b.blocks, b.size),
            Arrays.copyOf(b.ranges, b.size),
            Arrays.copyOf(b.earliest, b.size),
            b.latest(),
            b.timed,
            b.speculative));
  }

  @Override
  public void event(PtEvent event) {
    if (event.type == EventType.EXEC_MODE && event.statusUpdate && syncs == 1 && firstMode == 0) {
      firstMode = (int) event.value;
    }
    if (direct != null) {
      direct.event(event);
      return;
    }
    PtEvent copy = new PtEvent();
    copy.copyFrom(event);
    items.add(copy);
  }

  @Override
  public void time(long tsc) {
    keep(new Time(tsc), s -> s.time(tsc));
  }

  @Override
  public void end(boolean enabled) {
    keep(new End(enabled), s -> s.end(enabled));
  }

  @Override
  public void error(PtError error, long ip, long offset) {
    failedEarly |= syncs <= 1;
    keep(new Failure(error, ip, offset), s -> s.error(error, ip, offset));
  }

  private void keep(Object item, java.util.function.Consumer<FlowSink> now) {
    if (direct != null) {
      now.accept(direct);
    } else {
      items.add(item);
    }
  }

  /** Delivers everything; the first sync only if decoding really began anew there. */
  void deliver(FlowSink sink, boolean anew) {
    FlowBatch batch = new FlowBatch();
    boolean skip = !anew;
    for (Object item : items) {
      switch (item) {
        case Sync s -> {
          if (!skip) {
            sink.sync(s.offset);
          }
          skip = false;
        }
        case Runs r -> r.deliver(batch, sink);
        case PtEvent e -> sink.event(e);
        case Time t -> sink.time(t.tsc);
        case End e -> sink.end(e.enabled);
        case Failure f -> sink.error(f.error, f.ip, f.offset);
        default -> throw new IllegalStateException(item.toString());
      }
    }
    items.clear();
  }
}
