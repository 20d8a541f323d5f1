package dev.heisenbug.cli;

import dev.heisenbug.solve.MemoryModel;
import java.util.Locale;

/** The values of {@code --memory-model}. */
final class MemoryModels {
  /** Strongest first, then weaker ones while the budget lasts. */
  static final String AUTO = "auto";

  private MemoryModels() {}

  /** The option's value in the form that analysis takes. */
  static String checked(String option) {
    String value = option.toLowerCase(Locale.ROOT);
    if (!value.equals(AUTO)) {
      try {
        MemoryModel.parse(value);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("--memory-model is auto, sc, tso or pso.", e);
      }
    }
    return value;
  }

  /** The model for a trace, where the recorded order is no guide to which one it was. */
  static MemoryModel ofTrace(String option) {
    String value = checked(option);
    return value.equals(AUTO) ? MemoryModel.SC : MemoryModel.parse(value);
  }
}
