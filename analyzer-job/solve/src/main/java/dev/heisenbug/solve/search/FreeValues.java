package dev.heisenbug.solve.search;

import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.Sort;
import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.stream.IntStream;

/**
 * The values a trace leaves open: unknowns and results of library calls. A few booleans are simply
 * enumerated, first guess first; anything more is left to repair and to Z3.
 */
final class FreeValues {
  private static final int MOST_BOOLEANS = 5;

  private final SymbolicTrace trace;
  private final long[] guess;
  private final long[] opaqueGuess;
  private final int[] calls;
  private final boolean enumerable;

  private FreeValues(SymbolicTrace trace) {
    this.trace = trace;
    guess = Defaults.unknowns(trace);
    opaqueGuess = Defaults.opaque(trace);
    calls =
        IntStream.range(0, trace.eventCount())
            .filter(e -> trace.kind(e) == EventKind.OPAQUE && trace.readNode(e) >= 0)
            .toArray();
    boolean booleans =
        trace.unknowns().stream().allMatch(u -> u.sort() == Sort.BOOL)
            && IntStream.of(calls)
                .allMatch(e -> trace.exprs().sort(trace.readNode(e)) == Sort.BOOL);
    enumerable = booleans && guess.length + calls.length <= MOST_BOOLEANS;
  }

  static FreeValues of(SymbolicTrace trace) {
    return new FreeValues(trace);
  }

  boolean none() {
    return guess.length + calls.length == 0;
  }

  /** True where {@link #choices()} covers every possibility. */
  boolean complete() {
    return enumerable;
  }

  int choices() {
    return enumerable ? 1 << (guess.length + calls.length) : 1;
  }

  long[] unknowns(int choice) {
    long[] result = guess.clone();
    for (int u = 0; u < result.length && enumerable; u++) {
      result[u] ^= choice >> u & 1;
    }
    return result;
  }

  long[] opaque(int choice) {
    long[] result = opaqueGuess.clone();
    for (int i = 0; i < calls.length && enumerable; i++) {
      result[calls[i]] ^= choice >> (guess.length + i) & 1;
    }
    return result;
  }

  /** Events whose result may be free. */
  int[] calls() {
    return calls.clone();
  }

  SymbolicTrace trace() {
    return trace;
  }
}
