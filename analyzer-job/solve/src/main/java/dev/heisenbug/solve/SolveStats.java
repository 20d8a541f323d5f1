package dev.heisenbug.solve;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Named counts of one solve (edges per reduction, steps executed, solver calls, milliseconds). */
public final class SolveStats {
  private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();

  public void add(String name, long value) {
    counts.computeIfAbsent(name, n -> new LongAdder()).add(value);
  }

  public void set(String name, long value) {
    LongAdder adder = new LongAdder();
    adder.add(value);
    counts.put(name, adder);
  }

  public long get(String name) {
    LongAdder adder = counts.get(name);
    return adder == null ? 0 : adder.sum();
  }

  /** All counts, by name. */
  public Map<String, Long> all() {
    Map<String, Long> result = new TreeMap<>();
    counts.forEach((name, adder) -> result.put(name, adder.sum()));
    return result;
  }

  @Override
  public String toString() {
    return all().toString();
  }
}
