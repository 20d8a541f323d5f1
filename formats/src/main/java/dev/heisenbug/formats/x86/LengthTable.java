package dev.heisenbug.formats.x86;

/**
 * Instruction lengths from the opcode maps. New extensions keep the old length rules, so most code
 * of processors to come is measured right too.
 */
final class LengthTable {
  // One character per opcode: m ModRM; M ModRM and imm8; Z ModRM and immediate by operand size;
  // b imm8; w imm16; z immediate by operand size; v same but 8 bytes with REX.W; j rel8; J rel32;
  // a absolute address; p far pointer; e ENTER; g and G groups 3; . nothing.
  private static final String MAP0 =
      "mmmmbz..mmmmbz..mmmmbz..mmmmbz.."
          + "mmmmbz..mmmmbz..mmmmbz..mmmmbz.."
          + "................................"
          + "..mm....zZbM....jjjjjjjjjjjjjjjj"
          + "MZMMmmmmmmmmmmmm..........p....."
          + "aaaa....bz......bbbbbbbbvvvvvvvv"
          + "MMw.mmMZe.w..b..mmmmbb..mmmmmmmm"
          + "jjjjbbbbJJpj..........gG......mm";
  private static final String MAP1 =
      "mmmm.........m.M"
          + "mmmmmmmmmmmmmmmm"
          + "rrrrmmmmmmmmmmmm"
          + "................"
          + "mmmmmmmmmmmmmmmm"
          + "mmmmmmmmmmmmmmmm"
          + "mmmmmmmmmmmmmmmm"
          + "MMMMmmm.mmmmmmmm"
          + "JJJJJJJJJJJJJJJJ"
          + "mmmmmmmmmmmmmmmm"
          + "...mMm.....mMmmm"
          + "mmmmmmmmmmMmmmmm"
          + "mmMmMMMm........"
          + "mmmmmmmmmmmmmmmm"
          + "mmmmmmmmmmmmmmmm"
          + "mmmmmmmmmmmmmmmm";

  private LengthTable() {}

  /** The length, or 0 when the bytes do not hold a whole instruction. */
  static int length(Prefixes p, byte[] code, int available, int bits) {
    if (p.opcodeAt < 0) {
      return 0;
    }
    int opcode = code[p.opcodeAt] & 0xff;
    char shape = shape(p, opcode);
    int at = p.opcodeAt + 1;
    int reg = 0;
    if ("mMZgGr".indexOf(shape) >= 0) {
      if (at >= available) {
        return 0;
      }
      int modrm = code[at] & 0xff;
      reg = modrm >> 3 & 7;
      int size = shape == 'r' ? 1 : modrmSize(code, at, available, addressBits(p, bits));
      if (size == 0) {
        return 0;
      }
      at += size;
    }
    at += immediate(shape, p, bits, reg);
    return at <= available && at <= 15 ? at : 0;
  }

  private static char shape(Prefixes p, int opcode) {
    if (p.form == Prefixes.VEX || p.form == Prefixes.EVEX) {
      if (p.map == 1) {
        char legacy = MAP1.charAt(opcode);
        return p.form == Prefixes.VEX && opcode == 0x77 ? '.' : legacy == 'M' ? 'M' : 'm';
      }
      return p.map == 3 ? 'M' : 'm';
    }
    if (p.form == Prefixes.REX2 && p.map == 0 && opcode == 0xa1) {
      return 'A';
    }
    return switch (p.map) {
      case 0 -> MAP0.charAt(opcode);
      case 1 -> MAP1.charAt(opcode);
      case 2 -> 'm';
      default -> 'M';
    };
  }

  private static int addressBits(Prefixes p, int bits) {
    if (!p.addressSize) {
      return bits;
    }
    return bits == 32 ? 16 : 32;
  }

  private static int operandBytes(Prefixes p, int bits) {
    if (p.rexW) {
      return 4;
    }
    return (bits == 16) != p.operandSize ? 2 : 4;
  }

  private static int modrmSize(byte[] code, int at, int available, int addressBits) {
    int modrm = code[at] & 0xff;
    int mod = modrm >> 6;
    int rm = modrm & 7;
    if (mod == 3) {
      return 1;
    }
    if (addressBits == 16) {
      return 1 + (mod == 0 ? rm == 6 ? 2 : 0 : mod);
    }
    int size = 1;
    boolean wide = mod == 0 && rm == 5;
    if (rm == 4) {
      size++;
      if (at + 1 >= available) {
        return 0;
      }
      wide = mod == 0 && (code[at + 1] & 7) == 5;
    }
    return size + (mod == 1 ? 1 : mod == 2 || wide ? 4 : 0);
  }

  private static int immediate(char shape, Prefixes p, int bits, int reg) {
    return switch (shape) {
      case 'b', 'j', 'M' -> 1;
      case 'w' -> 2;
      case 'z', 'Z' -> operandBytes(p, bits);
      case 'v' -> p.rexW ? 8 : operandBytes(p, bits);
      case 'J' -> bits == 64 ? 4 : operandBytes(p, bits);
      case 'a' -> addressBits(p, bits) / 8;
      case 'A' -> 8;
      case 'p' -> operandBytes(p, bits) + 2;
      case 'e' -> 3;
      case 'g' -> reg < 2 ? 1 : 0;
      case 'G' -> reg < 2 ? operandBytes(p, bits) : 0;
      default -> 0;
    };
  }
}
