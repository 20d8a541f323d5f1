package dev.heisenbug.formats.x86;

import static dev.heisenbug.formats.x86.InsnKind.OTHER;

/** Tells from prefixes and opcode what kind of branch an instruction is, if any. */
final class Classifier {
  private Classifier() {}

  static InsnKind classify(Prefixes p, byte[] code, int length, boolean bits64) {
    if (p.form == Prefixes.VEX || p.form == Prefixes.EVEX || p.map > 1) {
      return OTHER;
    }
    int opcode = code[p.opcodeAt] & 0xff;
    int modrm = p.opcodeAt + 1 < length ? code[p.opcodeAt + 1] & 0xff : -1;
    boolean rex2 = p.form == Prefixes.REX2;
    return p.map == 0 ? oneByte(opcode, modrm, bits64, rex2, p) : twoByte(opcode, modrm, rex2, p);
  }

  private static InsnKind oneByte(int op, int modrm, boolean bits64, boolean rex2, Prefixes p) {
    if ((op & 0xf0) == 0x70) {
      return rex2 ? OTHER : InsnKind.CONDITIONAL;
    }
    return switch (op) {
      case 0xe0, 0xe1, 0xe2, 0xe3 -> rex2 ? OTHER : InsnKind.CONDITIONAL;
      case 0xe8 -> rex2 ? OTHER : InsnKind.CALL;
      case 0xe9, 0xeb -> rex2 ? OTHER : InsnKind.JUMP;
      case 0x9a -> bits64 ? OTHER : InsnKind.FAR_CALL;
      case 0xea -> bits64 ? OTHER : InsnKind.FAR_JUMP;
      case 0xce -> bits64 ? OTHER : InsnKind.SOFTWARE_INTERRUPT;
      case 0xcc, 0xcd, 0xf1 -> InsnKind.SOFTWARE_INTERRUPT;
      case 0xcf -> InsnKind.INTERRUPT_RETURN;
      case 0xc2, 0xc3 -> InsnKind.RETURN;
      case 0xca, 0xcb -> InsnKind.FAR_RETURN;
      case 0xff -> group5(modrm);
      // JMPABS of APX: the target is in the instruction, but the processor sends a TIP.
      case 0xa1 ->
          rex2 && !p.rexW && !p.addressSize && !p.operandSize ? InsnKind.INDIRECT_JUMP : OTHER;
      default -> OTHER;
    };
  }

  private static InsnKind group5(int modrm) {
    return switch (modrm < 0 ? 0 : modrm >> 3 & 7) {
      case 2 -> InsnKind.INDIRECT_CALL;
      case 3 -> InsnKind.FAR_CALL;
      case 4 -> InsnKind.INDIRECT_JUMP;
      case 5 -> InsnKind.FAR_JUMP;
      default -> OTHER;
    };
  }

  private static InsnKind twoByte(int op, int modrm, boolean rex2, Prefixes p) {
    if ((op & 0xf0) == 0x80) {
      return rex2 ? OTHER : InsnKind.CONDITIONAL;
    }
    int reg = modrm < 0 ? -1 : modrm >> 3 & 7;
    return switch (op) {
      case 0x05 -> InsnKind.SYSCALL;
      case 0x34 -> rex2 ? OTHER : InsnKind.SYSCALL;
      case 0x07 -> InsnKind.INTERRUPT_RETURN;
      case 0x35 -> rex2 ? OTHER : InsnKind.INTERRUPT_RETURN;
      case 0x22 -> reg == 3 && !p.rexR ? InsnKind.MOV_CR3 : OTHER;
      case 0x01 -> group7(modrm, p);
      case 0xc7 -> reg == 6 && modrm < 0xc0 ? InsnKind.VMPTRLD : OTHER;
      case 0xae -> reg == 4 && p.repF3 && !p.operandSize ? InsnKind.PTWRITE : OTHER;
      default -> OTHER;
    };
  }

  private static InsnKind group7(int modrm, Prefixes p) {
    return switch (modrm) {
      case 0xc1 -> InsnKind.VM_CALL;
      case 0xc2, 0xc3 -> InsnKind.VM_ENTRY;
      case 0xec -> InsnKind.USER_INTERRUPT_RETURN;
      case 0xca -> p.repF2 || p.repF3 ? InsnKind.INTERRUPT_RETURN : OTHER;
      default -> OTHER;
    };
  }
}
