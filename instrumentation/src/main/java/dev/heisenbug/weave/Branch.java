package dev.heisenbug.weave;

import java.util.Objects;

/** A branch instruction of the original method and what it decided. */
public final class Branch {
  private final int insn;
  private final int outcome;

  public Branch(int insn, int outcome) {
    this.insn = insn;
    this.outcome = outcome;
  }

  /** Index in the method's instruction list as read with {@code EXPAND_FRAMES}. */
  public int insn() {
    return insn;
  }

  /** 0 fell through, 1 jumped; for a switch the place of its case, the default last. */
  public int outcome() {
    return outcome;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Branch
        && ((Branch) other).insn == insn
        && ((Branch) other).outcome == outcome;
  }

  @Override
  public int hashCode() {
    return Objects.hash(insn, outcome);
  }

  @Override
  public String toString() {
    return insn + "=" + outcome;
  }
}
