package dev.heisenbug.analyzer.jvm.guided;

/** Hears what a long analysis is doing. */
@FunctionalInterface
public interface Progress {
  void note(String text);
}
