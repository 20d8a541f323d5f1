package dev.heisenbug.decode.output;

import dev.heisenbug.decode.PtError;
import dev.heisenbug.decode.event.EventType;
import dev.heisenbug.decode.event.PtEvent;
import dev.heisenbug.decode.flow.CodeBlock;
import dev.heisenbug.decode.flow.FlowBatch;
import dev.heisenbug.decode.flow.FlowSink;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Counts what is in a trace: the figures a user looks at first. */
public final class Summary implements FlowSink {
  private static final int MAX_GAPS = 100;

  private final Map<EventType, Long> events = new EnumMap<>(EventType.class);
  private final Map<PtError, Long> errors = new EnumMap<>(PtError.class);
  private final List<Gap> gaps = new ArrayList<>();
  private long instructions;
  private long syncs;
  private long first;
  private long last;

  /** A place where decoding stopped: nothing is known from here to the next PSB. */
  public record Gap(PtError error, long ip, long offset) {}

  @Override
  public void sync(long offset) {
    syncs++;
  }

  @Override
  public void instructions(FlowBatch batch) {
    if (instructions == 0) {
      first = batch.block(0).address(batch.from(0));
    }
    instructions += batch.instructions();
    int run = batch.size() - 1;
    CodeBlock block = batch.block(run);
    last = block.address(batch.to(run) - 1);
  }

  @Override
  public void event(PtEvent event) {
    events.merge(event.type, 1L, Long::sum);
  }

  @Override
  public void error(PtError error, long ip, long offset) {
    errors.merge(error, 1L, Long::sum);
    if (gaps.size() < MAX_GAPS) {
      gaps.add(new Gap(error, ip, offset));
    }
  }

  public long instructions() {
    return instructions;
  }

  /** How often the processor could not write packets as fast as they were made. */
  public long overflows() {
    return events.getOrDefault(EventType.OVERFLOW, 0L);
  }

  public long syncs() {
    return syncs;
  }

  public long errors() {
    return errors.values().stream().mapToLong(Long::longValue).sum();
  }

  public List<Gap> gaps() {
    return gaps;
  }

  /** The figures by name, in a fixed order. */
  public Map<String, Object> figures() {
    Map<String, Object> m = new LinkedHashMap<>();
    m.put("instructions", instructions);
    m.put("first", String.format("%016x", first));
    m.put("last", String.format("%016x", last));
    m.put("sync-points", syncs);
    m.put("errors", errors());
    if (!errors.isEmpty()) {
      m.put(
          "errorKinds",
          errors.entrySet().stream().map(e -> e.getKey().text() + " x" + e.getValue()).toList());
    }
    Map<String, Object> byType = new LinkedHashMap<>();
    events.forEach((type, n) -> byType.put(type.listed(), n));
    m.put("events", byType);
    return m;
  }
}
