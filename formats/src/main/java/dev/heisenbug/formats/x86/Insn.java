package dev.heisenbug.formats.x86;

/** One decoded instruction; reused, because blocks keep only what they need of it. */
public final class Insn {
  public int size;
  public InsnKind kind = InsnKind.OTHER;

  /** Distance from the next instruction to the target of a direct near branch. */
  public long displacement;
}
