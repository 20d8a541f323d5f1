package dev.heisenbug.weave;

/** Where two path numbers of one method part. */
public final class Difference {
  private final int insn;
  private final int first;
  private final int second;

  Difference(int insn, int first, int second) {
    this.insn = insn;
    this.first = first;
    this.second = second;
  }

  /** The branch instruction, or -1 if the paths start at different places of the method. */
  public int insn() {
    return insn;
  }

  /** What the branch decided on the first path, -1 if that path ended before it. */
  public int first() {
    return first;
  }

  /** What the branch decided on the second path, -1 if that path ended before it. */
  public int second() {
    return second;
  }

  @Override
  public String toString() {
    return "branch " + insn + ": " + first + " or " + second;
  }
}
