package dev.heisenbug.decode.threads;

import dev.heisenbug.decode.PtError;
import dev.heisenbug.decode.event.EventOptions;
import dev.heisenbug.decode.event.PtEvent;
import dev.heisenbug.decode.flow.FlowBatch;
import dev.heisenbug.decode.flow.FlowDecoder;
import dev.heisenbug.decode.flow.FlowOptions;
import dev.heisenbug.decode.flow.FlowSink;
import dev.heisenbug.decode.perf.ClockConversion;
import java.lang.foreign.MemorySegment;

/**
 * Decodes the trace of one CPU and tells at every point which thread it belongs to (H3, 3.1): the
 * one switched in at the time when tracing was switched on, or which was switched in since.
 */
final class QueueDecoder implements FlowSink {
  private final int cpu;
  private final ThreadId owner;
  private final SwitchTimeline timeline;
  private final ClockConversion clock;
  private final AddressSpaces spaces;
  private final ThreadSink sink;
  private final FlowDecoder decoder;
  private ThreadId thread = ThreadId.UNKNOWN;
  private long switchedIn;
  private long nextSwitch = Long.MAX_VALUE;

  /** The kernel is traced as well: threads change while tracing is on. */
  private boolean kernel;

  QueueDecoder(
      TraceQueue queue,
      MemorySegment data,
      Recording recording,
      EventOptions options,
      AddressSpaces spaces,
      ThreadSink sink) {
    this.cpu = queue.cpu();
    this.owner = recording.owner(queue);
    this.clock = recording.clock();
    this.timeline = clock == null || queue.cpu() < 0 ? null : recording.timeline(queue.cpu());
    this.spaces = spaces;
    this.sink = sink;
    this.decoder =
        new FlowDecoder(
            data,
            0,
            data.byteSize(),
            FlowOptions.of(options),
            spaces.at(owner.pid(), Long.MIN_VALUE, Long.MIN_VALUE),
            this);
  }

  boolean step() {
    return decoder.step();
  }

  long time() {
    return decoder.time();
  }

  @Override
  public void sync(long offset) {
    sink.sync(cpu, offset);
    attribute(decoder.time());
  }

  @Override
  public void time(long tsc) {
    // The kernel switches. Where it is not traced, tracing is off then, and what is followed still
    // belongs to the thread before, even if the clocks are not that exact.
    if (kernel && timeline != null && Long.compareUnsigned(tsc, nextSwitch) >= 0) {
      attribute(tsc);
    }
  }

  @Override
  public void event(PtEvent event) {
    switch (event.type) {
      case ENABLED, OVERFLOW -> {
        kernel |= event.ip < 0;
        attribute(event.tsc);
      }
      default -> {}
    }
    sink.event(thread, cpu, event);
  }

  @Override
  public void instructions(FlowBatch batch) {
    kernel |= batch.block(batch.size() - 1).address(0) < 0;
    batch.clamp(switchedIn, Math.max(nextSwitch, batch.earliest(batch.size() - 1)));
    sink.instructions(thread, cpu, batch);
  }

  @Override
  public void error(PtError error, long ip, long offset) {
    String where = error == PtError.NO_MAP ? spaces.missing(thread.pid(), ip) : "";
    sink.gap(new Gap(thread, cpu, error, ip, offset, where));
  }

  /** Finds out who runs at {@code tsc} and what code is mapped there. */
  private void attribute(long tsc) {
    if (clock == null) {
      thread = owner;
      decoder.use(spaces.at(owner.pid(), Long.MAX_VALUE, Long.MAX_VALUE));
      return;
    }
    long nanos = clock.toNanos(tsc);
    thread = owner;
    if (timeline != null) {
      thread = timeline.at(nanos);
      long since = timeline.lastChange(nanos);
      switchedIn = since == SwitchTimeline.OPEN ? 0 : clock.toTsc(since);
      long change = timeline.nextChange(nanos);
      nextSwitch = change == Long.MAX_VALUE ? change : clock.toTsc(change);
    }
    long ahead = decoder.timeAhead();
    long limit = ahead == Long.MAX_VALUE ? ahead : clock.toNanos(ahead);
    decoder.use(spaces.at(thread.pid(), nanos, limit));
  }
}
