package dev.heisenbug.solve.order;

import java.util.List;

/**
 * Recorded facts that cannot all be true, found without any search.
 *
 * @param diagnosis one sentence
 * @param core the events and reasons that contradict each other
 */
public record Contradiction(String diagnosis, List<String> core) {
  public Contradiction {
    core = List.copyOf(core);
  }
}
