package dev.heisenbug.solve.bench;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What problem to generate, written {@code KIND[+observed][+cores]:THREADS:LOOPS:WINDOW[:SEED]}.
 *
 * @param kind workload
 * @param threads worker threads beside the main thread
 * @param loops iterations per worker
 * @param window clock error in events; 0 for no clocks at all
 * @param observed whether the trace carries the order it came from (prediction queries)
 * @param cores whether the trace says on which of two cores each event ran
 * @param seed of program and interleaving
 */
public record GeneratorSpec(
    Kind kind, int threads, int loops, int window, boolean observed, boolean cores, long seed) {
  /** The workloads. */
  public enum Kind {
    /** The racey stress test with addresses known before. */
    RACEY,
    /** Racey as published: addresses depend on the data. */
    RACEYDATA,
    /** Racey with a branch in every iteration: more is asked of the order than it can give. */
    RACEYDENSE,
    /** A bounded buffer with lock, wait and notify; lock order recorded. */
    BUFFER,
    /** Increments without a lock; the goal is the observed wrong total. */
    COUNTER,
    /** Increments without a lock; the goal is a total of 1, which no order gives. */
    COUNTERLOW,
    /** Transfers without a lock; the goal is the observed wrong sum. */
    BANK,
    /** Check a map slot, then use it: the goal is that two threads both saw it empty. */
    CHECKACT
  }

  public static GeneratorSpec parse(String text) {
    String[] parts = text.split(":");
    List<String> words = Arrays.asList(parts[0].split("[+]"));
    String name = words.get(0);
    boolean observed = words.contains("observed");
    boolean cores = words.contains("cores");
    List<String> kinds =
        Arrays.stream(Kind.values()).map(k -> k.name().toLowerCase(Locale.ROOT)).toList();
    boolean flags = words.size() == 1 + (observed ? 1 : 0) + (cores ? 1 : 0);
    if (!kinds.contains(name) || !flags || parts.length < 4 || parts.length > 5) {
      throw new IllegalArgumentException(
          "'"
              + text
              + "' is not KIND[+observed][+cores]:THREADS:LOOPS:WINDOW[:SEED] with KIND one of "
              + kinds);
    }
    try {
      int threads = Integer.parseInt(parts[1]);
      int loops = Integer.parseInt(parts[2]);
      int window = Integer.parseInt(parts[3]);
      long seed = parts.length > 4 ? Long.parseLong(parts[4]) : 1;
      if (threads < 1 || loops < 1 || window < 0) {
        throw new IllegalArgumentException("'" + text + "': threads and loops must be positive");
      }
      return new GeneratorSpec(
          Kind.values()[kinds.indexOf(name)], threads, loops, window, observed, cores, seed);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'" + text + "' has a part that is no number");
    }
  }

  @Override
  public String toString() {
    String name =
        kind.name().toLowerCase(Locale.ROOT)
            + (observed ? "+observed" : "")
            + (cores ? "+cores" : "");
    String tail = seed == 1 ? "" : ":" + seed;
    return name + ":" + threads + ":" + loops + ":" + window + tail;
  }
}
