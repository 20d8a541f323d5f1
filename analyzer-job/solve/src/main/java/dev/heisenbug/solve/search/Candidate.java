package dev.heisenbug.solve.search;

import dev.heisenbug.formats.trace.Condition;
import java.util.List;

/** An execution that stopped at a condition, kept as its steps after the common base. */
final class Candidate {
  final int[] steps;
  final int rank;
  final long distance;
  final Condition violated;
  private final int number;
  private List<Flip> flips;
  private int width;
  int cursor;
  private int rounds;

  Candidate(Runner runner, int base, int number) {
    this.steps = runner.steps(base, runner.depth());
    this.rank = runner.stopRank();
    this.distance = runner.distance();
    this.violated = runner.violated();
    this.number = number;
  }

  /** Further along the guide first, then nearer to holding, then fewer attempts, then newer. */
  static int compare(Candidate x, Candidate y) {
    int byRank = Integer.compare(y.rank - 4 * y.rounds, x.rank - 4 * x.rounds);
    if (byRank != 0) {
      return byRank;
    }
    int byDistance = Long.compare(x.distance, y.distance);
    return byDistance != 0 ? byDistance : Integer.compare(y.number, x.number);
  }

  /** The flips of the slice; a wider slice replaces a narrow one but keeps what was tried. */
  List<Flip> flips(Flips source, int reads) {
    if (flips == null || reads > width) {
      flips = source.of(violated, reads);
      width = reads;
    }
    return flips;
  }

  boolean exhausted() {
    return flips != null && cursor >= flips.size();
  }

  void round() {
    rounds++;
  }
}
