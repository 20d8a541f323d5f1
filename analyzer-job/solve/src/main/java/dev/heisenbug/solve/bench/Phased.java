package dev.heisenbug.solve.bench;

/** What all workloads share: each worker repeats a few phases a given number of times. */
abstract class Phased implements Program {
  final int loops;
  final int[] done;
  final int[] phase;

  Phased(int threads, int loops) {
    this.loops = loops;
    this.done = new int[threads + 1];
    this.phase = new int[threads + 1];
  }

  @Override
  public boolean finished(int t) {
    return done[t] == loops;
  }
}
