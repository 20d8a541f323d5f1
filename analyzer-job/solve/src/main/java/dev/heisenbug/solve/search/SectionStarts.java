package dev.heisenbug.solve.search;

/** For each event the acquisition that began the outermost lock section around it, else itself. */
final class SectionStarts {
  private SectionStarts() {}

  static int[] of(Problem problem) {
    int[] result = new int[problem.events];
    for (int[] own : problem.byThread) {
      int held = 0;
      int start = -1;
      for (int e : own) {
        switch (Problem.KINDS[problem.kind[e]]) {
          case LOCK, WAKE -> {
            start = held == 0 ? e : start;
            held++;
          }
          default -> {}
        }
        result[e] = held > 0 ? start : e;
        switch (Problem.KINDS[problem.kind[e]]) {
          case UNLOCK, WAIT -> held = Math.max(0, held - 1);
          default -> {}
        }
      }
    }
    return result;
  }
}
