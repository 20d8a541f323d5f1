package dev.heisenbug.solve;

import java.util.Locale;

/** The machine the recorded execution ran on: decides when a store becomes visible. */
public enum MemoryModel {
  /** Every access takes effect at once, in program order. */
  SC,
  /** One first-in first-out store buffer per thread; a thread reads its own buffered stores. */
  TSO,
  /** As {@link #TSO}, but stores to different cells may leave the buffer in any order. */
  PSO;

  public boolean relaxed() {
    return this != SC;
  }

  /** As it is written on the command line. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static MemoryModel parse(String text) {
    for (MemoryModel model : values()) {
      if (model.text().equals(text)) {
        return model;
      }
    }
    throw new IllegalArgumentException(
        "unknown memory model '" + text + "'; choose one of sc, tso, pso");
  }
}
