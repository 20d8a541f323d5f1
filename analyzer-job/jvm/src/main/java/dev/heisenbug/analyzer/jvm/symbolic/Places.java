package dev.heisenbug.analyzer.jvm.symbolic;

import java.util.HashMap;
import java.util.Map;

/**
 * Where threads stood at certain points of a run. A site in the JDK's code tells little by itself;
 * here it comes with the line of the program that called it.
 */
public final class Places {
  private final Map<String, Map<Integer, String>> wanted = new HashMap<>();

  /** Asks for the place at which a thread has passed so many points, and for the next one. */
  public void ask(String thread, int point) {
    Map<Integer, String> points = wanted.computeIfAbsent(thread, t -> new HashMap<>());
    points.put(point, "");
    points.put(point + 1, "");
  }

  /** The place at or right behind a point that ends in the given line, or that line alone. */
  public String at(String thread, int point, String line) {
    Map<Integer, String> points = wanted.getOrDefault(thread, Map.of());
    for (int p = point + 1; p >= point; p--) {
      if (points.getOrDefault(p, "").endsWith(" in " + line)) {
        return points.get(p);
      }
    }
    return line;
  }

  void pass(ThreadState t, String thread, int point) {
    Map<Integer, String> points = wanted.get(thread);
    if (points != null && points.containsKey(point)) {
      points.put(point, t.position());
    }
  }
}
