package dev.heisenbug.nativerec.trace;

import dev.heisenbug.nativerec.sys.Regs;

/** The target of an indirect near jump or call: a register, or a word of memory. */
final class OperandAddress {
  private static final int REX_X = 2;
  private static final int REX_B = 1;

  private byte[] code;
  private int at;
  private int rex;
  private long segment;
  private long value;

  long value() {
    return value;
  }

  /** Reads the operand; false for forms not handled here and for memory that is not there. */
  boolean load(byte[] bytes, long next, Regs regs, Memory memory) {
    code = bytes;
    if (!prefixes(regs) || code[at] != (byte) 0xff) {
      return false;
    }
    at++;
    int modrm = code[at++] & 0xff;
    if (modrm >= 0xc0) {
      value = regs.numbered(modrm & 7 | (rex & REX_B) << 3);
      return true;
    }
    if (!memory.readWord(segment + address(modrm, next, regs))) {
      return false;
    }
    value = memory.word();
    return true;
  }

  private boolean prefixes(Regs regs) {
    segment = 0;
    rex = 0;
    at = 0;
    while (true) {
      int b = code[at] & 0xff;
      switch (b) {
        // NOTRACK, BND and segments without effect.
        case 0x3e, 0x2e, 0x26, 0x36, 0xf2 -> {}
        case 0x64 -> segment = regs.get(Regs.FS_BASE);
        case 0x65 -> segment = regs.get(Regs.GS_BASE);
        case 0x66, 0x67 -> {
          return false;
        }
        default -> {
          if ((b & 0xf0) == 0x40) {
            rex = b;
            at++;
          }
          return true;
        }
      }
      at++;
    }
  }

  private long address(int modrm, long next, Regs regs) {
    int mod = modrm >> 6;
    int rm = modrm & 7;
    if (mod == 0 && rm == 5) {
      return next + number(4);
    }
    long base;
    if (rm == 4) {
      int sib = code[at++] & 0xff;
      int index = sib >> 3 & 7 | (rex & REX_X) << 2;
      base = index == 4 ? 0 : regs.numbered(index) << (sib >> 6);
      if (mod == 0 && (sib & 7) == 5) {
        return base + number(4);
      }
      base += regs.numbered(sib & 7 | (rex & REX_B) << 3);
    } else {
      base = regs.numbered(rm | (rex & REX_B) << 3);
    }
    return switch (mod) {
      case 1 -> base + number(1);
      case 2 -> base + number(4);
      default -> base;
    };
  }

  private long number(int size) {
    long n = 0;
    for (int i = size - 1; i >= 0; i--) {
      n = n << 8 | code[at + i] & 0xff;
    }
    at += size;
    int unused = 64 - 8 * size;
    return n << unused >> unused;
  }
}
