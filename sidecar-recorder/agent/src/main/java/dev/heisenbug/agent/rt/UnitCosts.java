package dev.heisenbug.agent.rt;

import dev.heisenbug.agent.raw.Tokens;

/**
 * What one call of a hook costs in this very process, on this very machine. A hook takes a few
 * nanoseconds, far less than to ask for the time before and after it; so many calls to a log that
 * nobody reads are timed instead, a few each second until they are compiled, as the program's own
 * are where it spends its time. The quickest batch counts.
 */
final class UnitCosts {
  private static final int BATCH = 500;

  /** More, because it is all compiled into the loop that measures it, which is compiled late. */
  private static final int PATH_BATCH = 5000;

  private static final int BATCHES = 40;
  private static final int WIDTH = 4;
  private static final int ROUNDS = 4;
  private static final int PICOS = 1000;

  private final Log log = Log.nowhere();
  private int rounds;
  private long path = Long.MAX_VALUE;
  private long event = Long.MAX_VALUE;
  private long stamp = Long.MAX_VALUE;

  /** Keeps the look-ups from being optimised away. */
  private int found;

  /** Measures once more, unless that was done often enough: a few milliseconds of work at most. */
  void measure() {
    if (rounds < ROUNDS) {
      rounds++;
      for (int i = 0; i < BATCHES; i++) {
        path = Math.min(path, paths());
        event = Math.min(event, events());
        stamp = Math.min(stamp, stamps());
      }
    }
  }

  /** Whether the code had the time to be compiled. */
  boolean known() {
    return rounds >= ROUNDS;
  }

  /**
   * A path number: half of them written alone, with the look-up of the thread's log that a method
   * needs for it, half collected by a loop.
   */
  long pathPicos() {
    return path * PICOS / PATH_BATCH;
  }

  /** An event without a clock. */
  long eventPicos() {
    return event * PICOS / BATCH;
  }

  /** An event with a clock. */
  long stampPicos() {
    return stamp * PICOS / BATCH;
  }

  private long paths() {
    long before = System.nanoTime();
    long collected = Tokens.empty(WIDTH);
    for (int i = 0; i < PATH_BATCH; i += 2) {
      found += Recorder.known() == null ? 0 : 1;
      log.path(i & 3);
      collected = log.packed(collected, i + 1 & 3, WIDTH);
    }
    log.flush(collected, WIDTH);
    return System.nanoTime() - before;
  }

  private long events() {
    long before = System.nanoTime();
    for (int i = 0; i < BATCH; i++) {
      log.input(0, i);
    }
    return System.nanoTime() - before;
  }

  private long stamps() {
    long before = System.nanoTime();
    for (int i = 0; i < BATCH; i++) {
      log.sync(i & 1);
    }
    return System.nanoTime() - before;
  }
}
