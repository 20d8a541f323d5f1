package dev.heisenbug.solve;

/** What may shrink the search: recorded facts, and inferences that lose no schedule. */
public enum Reduction {
  /** Recorded acquisition order of locks and other versioned objects (Symber 3.6). */
  LOCK_ORDER(true),
  /** Recorded order of the events of one core (H3 3.4); not sound under PSO. */
  CORE_ORDER(true),
  /** Clock windows: what ended before something else began comes first (ReCBuLC 4). */
  CLOCK_WINDOWS(true),
  /** Order that follows from other order: happens-before closure over sync and reads. */
  SATURATION(false),
  /** Read-write pairs that the known order makes impossible are dropped. */
  PAIR_REMOVAL(false);

  private final boolean fact;

  Reduction(boolean fact) {
    this.fact = fact;
  }

  /** True where the reduction is a recorded fact that a schedule must respect. */
  public boolean isFact() {
    return fact;
  }

  /** Whether using it under a memory model can never lose the recorded execution. */
  public boolean soundFor(MemoryModel model) {
    return this != CORE_ORDER || model != MemoryModel.PSO;
  }
}
