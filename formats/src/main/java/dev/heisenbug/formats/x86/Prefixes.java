package dev.heisenbug.formats.x86;

/** The prefixes of one instruction, and where its opcode is. */
final class Prefixes {
  static final int LEGACY = 0;
  static final int VEX = 1;
  static final int EVEX = 2;
  static final int REX2 = 3;

  boolean operandSize;
  boolean addressSize;
  boolean repF2;
  boolean repF3;
  boolean rexW;
  boolean rexR;

  /** How the opcode is introduced. */
  int form;

  /** Opcode map: 0, 1 (0F), 2 (0F38), 3 (0F3A), or what VEX and EVEX name. */
  int map;

  /** Index of the opcode byte, or -1 when the bytes end before it. */
  int opcodeAt;

  void scan(byte[] code, int length, boolean bits64) {
    operandSize = addressSize = repF2 = repF3 = rexW = rexR = false;
    form = LEGACY;
    map = 0;
    opcodeAt = -1;
    int rex = 0;
    int i = 0;
    for (; i < length; i++) {
      int b = code[i] & 0xff;
      if (bits64 && (b & 0xf0) == 0x40) {
        rex = b;
        continue;
      }
      if (!legacy(b)) {
        break;
      }
      rex = 0;
    }
    rexW = (rex & 8) != 0;
    rexR = (rex & 4) != 0;
    if (i < length) {
      opcode(code, i, length, bits64);
    }
  }

  private boolean legacy(int b) {
    switch (b) {
      case 0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65, 0xf0 -> {}
      case 0x66 -> operandSize = true;
      case 0x67 -> addressSize = true;
      case 0xf2 -> repF2 = true;
      case 0xf3 -> repF3 = true;
      default -> {
        return false;
      }
    }
    return true;
  }

  private void opcode(byte[] code, int at, int length, boolean bits64) {
    int b = code[at] & 0xff;
    int next = at + 1 < length ? code[at + 1] & 0xff : -1;
    boolean vector = bits64 || next >= 0 && (next & 0xc0) == 0xc0;
    if (b == 0x0f) {
      escape(code, at + 1, length);
    } else if (b == 0xc5 && vector) {
      form = VEX;
      map = 1;
      opcodeAt = within(at + 2, length);
    } else if (b == 0xc4 && vector) {
      form = VEX;
      map = next & 0x1f;
      opcodeAt = map >= 1 && map <= 3 || map == 7 ? within(at + 3, length) : -1;
    } else if (b == 0x62 && vector) {
      form = EVEX;
      map = next & 7;
      opcodeAt = map != 0 ? within(at + 4, length) : -1;
    } else if (b == 0xd5 && bits64) {
      form = REX2;
      rexW = (next & 8) != 0;
      map = next >> 7 & 1;
      opcodeAt = within(at + 2, length);
    } else {
      opcodeAt = at;
    }
  }

  private void escape(byte[] code, int at, int length) {
    if (at >= length) {
      return;
    }
    int b = code[at] & 0xff;
    if (b == 0x38 || b == 0x3a) {
      map = b == 0x38 ? 2 : 3;
      opcodeAt = within(at + 1, length);
    } else {
      map = 1;
      opcodeAt = at;
    }
  }

  private static int within(int at, int length) {
    return at < length ? at : -1;
  }
}
