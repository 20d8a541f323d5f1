package dev.heisenbug.solve;

import java.util.Optional;

/** What a solve is doing and has, for whoever must answer before it ends. */
public final class Progress {
  private volatile String phase = "nothing";
  private volatile SolveResult found;

  /** Says what begins now. */
  public void begin(String what) {
    phase = what;
  }

  /** Keeps an answer that more work could only make better. */
  public void have(SolveResult answer) {
    found = answer;
  }

  String phase() {
    return phase;
  }

  Optional<SolveResult> found() {
    return Optional.ofNullable(found);
  }
}
