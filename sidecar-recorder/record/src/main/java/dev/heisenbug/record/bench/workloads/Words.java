package dev.heisenbug.record.bench.workloads;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Collections: counts words in maps and sorts what it found. */
record Words(int count) implements Workload {
  @Override
  public long run() {
    Map<String, Integer> counts = new HashMap<>();
    int x = 42;
    for (int i = 0; i < count; i++) {
      x = x * 1103515245 + 12345;
      String word = "w" + (x >>> 12 & 0x3FFF);
      Integer old = counts.get(word);
      if (old == null) {
        counts.put(word, 1);
      } else {
        counts.put(word, old + 1);
      }
    }
    List<Map.Entry<String, Integer>> sorted = new ArrayList<>(counts.entrySet());
    sorted.sort(
        (a, b) -> {
          int byCount = Integer.compare(b.getValue(), a.getValue());
          return byCount != 0 ? byCount : a.getKey().compareTo(b.getKey());
        });
    return sorted.get(0).getValue();
  }

  @Override
  public long branches() {
    return count * 2L + 16_000 * 14;
  }
}
