package dev.heisenbug.solve;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** What may shrink the search: recorded facts, and inferences that lose no schedule. */
public enum Reduction {
  /** Recorded acquisition order of locks and other versioned objects (Symber 3.6). */
  LOCK_ORDER(true),
  /** Recorded order of the events of one core (H3 3.4); not sound under PSO. */
  CORE_ORDER(true),
  /** Clock windows: what ended before something else began comes first (ReCBuLC 4). */
  CLOCK_WINDOWS(true),
  /** Order that follows from other order: happens-before closure over sync and reads. */
  SATURATION(false),
  /** Read-write pairs that the known order makes impossible are dropped. */
  PAIR_REMOVAL(false);

  private final boolean fact;

  Reduction(boolean fact) {
    this.fact = fact;
  }

  /** True where the reduction is a recorded fact that a schedule must respect. */
  public boolean isFact() {
    return fact;
  }

  /** Whether using it under a memory model can never lose the recorded execution. */
  public boolean soundFor(MemoryModel model) {
    return this != CORE_ORDER || model != MemoryModel.PSO;
  }

  /** The name for people: lower case with hyphens. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** All that are sound for a model. */
  public static Set<Reduction> soundSet(MemoryModel model) {
    EnumSet<Reduction> sound = EnumSet.allOf(Reduction.class);
    sound.removeIf(r -> !r.soundFor(model));
    return sound;
  }

  /** A list such as {@code lock-order,clock-windows}; {@code all} for those sound, {@code none}. */
  public static Set<Reduction> parse(String list, MemoryModel model) {
    Set<Reduction> result = EnumSet.noneOf(Reduction.class);
    if (list.equals("all")) {
      return soundSet(model);
    }
    for (String word : list.equals("none") ? new String[0] : list.split(",")) {
      result.add(
          Arrays.stream(values())
              .filter(r -> r.text().equals(word))
              .findFirst()
              .orElseThrow(() -> new IllegalArgumentException(unknown(word))));
    }
    return result;
  }

  private static String unknown(String word) {
    String names = Arrays.stream(values()).map(Reduction::text).collect(Collectors.joining(", "));
    return "'" + word + "' is no reduction; choose all, none or some of " + names;
  }
}
