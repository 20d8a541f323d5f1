package dev.heisenbug.control.rt;

/** Decides conditional jumps from their operands, as the JVM would. */
final class Jumps {
  static final int IFEQ = 153;
  static final int IF_ICMPEQ = 159;
  static final int IF_ACMPEQ = 165;
  static final int IFNULL = 198;

  private Jumps() {}

  static boolean taken(int opcode, int v) {
    return compare(opcode - IFEQ, v, 0);
  }

  static boolean taken(int opcode, int a, int b) {
    return compare(opcode - IF_ICMPEQ, a, b);
  }

  private static boolean compare(int relation, int a, int b) {
    switch (relation) {
      case 0:
        return a == b;
      case 1:
        return a != b;
      case 2:
        return a < b;
      case 3:
        return a >= b;
      case 4:
        return a > b;
      default:
        return a <= b;
    }
  }
}
