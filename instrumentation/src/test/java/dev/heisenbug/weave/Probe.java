package dev.heisenbug.weave;

import java.util.ArrayList;
import java.util.List;

/** What random test methods call: their inputs, the oracle of their control flow, and a log. */
public final class Probe {
  static final String NAME = "dev/heisenbug/weave/Probe";

  /** Ends a run that has used up its fuel; nothing in the test methods catches it. */
  public static final class Stop extends Error {
    Stop() {
      super(null, null, false, false);
    }
  }

  static int[] inputs = {};
  static int used;
  static int fuel;
  static final List<String> tokens = new ArrayList<>();
  private static final List<Integer> pack = new ArrayList<>();
  private static long handed;
  static final List<Integer> visits = new ArrayList<>();

  private Probe() {}

  static void reset(int[] newInputs, int newFuel) {
    inputs = newInputs;
    used = 0;
    fuel = newFuel;
    tokens.clear();
    visits.clear();
    pack.clear();
    handed = 0;
  }

  public static void visit(int block) {
    visits.add(block);
    if (fuel-- == 0) {
      throw new Stop();
    }
  }

  public static int next() {
    return inputs[used++ % inputs.length];
  }

  public static void mayThrow() {
    if (next() % 4 == 0) {
      // Which call threw is not part of the tokens, so it is given to the oracle beside them.
      tokens.add("x" + visits.size());
      throw new IllegalStateException();
    }
  }

  public static Probe log() {
    return LOG;
  }

  private static final Probe LOG = new Probe();

  public void path(int number) {
    tokens.add("p" + number);
  }

  public void loop(int depth, int rounds) {
    tokens.add("l" + rounds);
  }

  /** Collects up to four numbers of the width. */
  public long packed(long collected, int number, int width) {
    checked(collected, width);
    pack.add(number);
    return number >>> width != 0 || pack.size() == 5 ? flush(collected + 1, width) : collected + 1;
  }

  public long flush(long collected, int width) {
    checked(collected, width);
    pack.forEach(number -> tokens.add("p" + number));
    pack.clear();
    return 1L << width - 1;
  }

  private static void checked(long collected, int width) {
    if (collected != pack.size() + (1L << width - 1)) {
      throw new AssertionError(collected + " for " + pack);
    }
  }

  private static void checked(long collected) {
    long empty = collected - pack.size();
    if (empty != 1 && empty != 2 && empty != 8) {
      throw new AssertionError(collected + " for " + pack);
    }
  }

  /** Counts as the real log does, and checks that nothing is handed over twice or lost. */
  public long hand(long collected) {
    checked(collected);
    handed = collected;
    return collected;
  }

  public long receive(long collected) {
    checked(collected);
    handed = 0;
    return collected;
  }

  public void leave(long collected, int number, int width) {
    handed = packed(collected, number, width);
  }

  public long take() {
    checked(handed);
    long collected = handed;
    handed = 0;
    return collected;
  }

  public void flush(int width) {
    if (handed != 0) {
      flush(take(), width);
    }
  }

  public void thrown(int number) {
    if (!pack.isEmpty()) {
      throw new AssertionError("lost: " + pack);
    }
    tokens.add("t" + number);
  }
}
