package dev.heisenbug.formats.x86;

/** What an instruction means for following a trace; all else about it is of no interest here. */
public enum InsnKind {
  OTHER,
  PTWRITE,
  MOV_CR3,
  VMPTRLD,
  CONDITIONAL,
  JUMP,
  INDIRECT_JUMP,
  CALL,
  INDIRECT_CALL,
  RETURN,
  FAR_CALL,
  FAR_RETURN,
  FAR_JUMP,
  SOFTWARE_INTERRUPT,
  SYSCALL,
  INTERRUPT_RETURN,
  VM_CALL,
  VM_ENTRY,
  USER_INTERRUPT_RETURN;

  private static final InsnKind[] ALL = values();

  public static InsnKind of(int ordinal) {
    return ALL[ordinal];
  }

  /** Near, far or conditional: anything but straight on. */
  public boolean branch() {
    return ordinal() >= CONDITIONAL.ordinal();
  }

  /** A branch that can change segment or privilege. */
  public boolean far() {
    return ordinal() >= FAR_CALL.ordinal();
  }

  /** Whether the next address is known without the trace. */
  public boolean selfEvident() {
    return switch (this) {
      case OTHER, PTWRITE, MOV_CR3, VMPTRLD, JUMP, CALL -> true;
      default -> false;
    };
  }

  /** A call that is expected to come back to the next instruction. */
  public boolean call() {
    return switch (this) {
      case CALL, INDIRECT_CALL, FAR_CALL, SOFTWARE_INTERRUPT, SYSCALL, VM_CALL -> true;
      default -> false;
    };
  }

  /** Whether a PIP outside PSB+ can belong to it. */
  public boolean bindsToPaging() {
    return far() || this == MOV_CR3;
  }

  /** Whether a VMCS packet can belong to it. */
  public boolean bindsToVmcs() {
    return far() || this == VMPTRLD;
  }
}
