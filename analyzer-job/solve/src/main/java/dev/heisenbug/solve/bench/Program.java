package dev.heisenbug.solve.bench;

/** A workload as a set of step machines: one call is one shared access of one thread. */
interface Program {
  /** Declares locations and objects. */
  void declare(Simulator sim);

  /** Performs the next access of a worker; false when it cannot go on now. */
  boolean step(Simulator sim, int thread);

  boolean finished(int thread);

  /** Whether no thread of the program ever waits for another. */
  default boolean neverWaits() {
    return false;
  }

  /** The main thread's reads after all workers have ended, and the goal. */
  void finish(Simulator sim);
}
