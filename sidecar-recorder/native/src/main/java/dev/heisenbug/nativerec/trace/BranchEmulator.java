package dev.heisenbug.nativerec.trace;

import dev.heisenbug.nativerec.sys.Regs;

/**
 * Carries out the branch at the end of a block in the program's stead, so that its breakpoint can
 * stay where it is. What it does not know is stepped over instead.
 */
final class BranchEmulator {
  private static final int CARRY = 1;
  private static final int PARITY = 4;
  private static final int ZERO = 0x40;
  private static final int SIGN = 0x80;
  private static final int OVERFLOW = 0x800;

  private final OperandAddress operand = new OperandAddress();
  private boolean taken;
  private boolean stackMoved;

  /** Whether a conditional branch was taken. */
  boolean taken() {
    return taken;
  }

  /** Whether registers other than the instruction pointer changed. */
  boolean stackMoved() {
    return stackMoved;
  }

  /** Sets the next ip in {@code regs}; false when the instruction must be stepped. */
  boolean run(Block block, Regs regs, Memory memory) {
    stackMoved = false;
    switch (block.kind()) {
      case CONDITIONAL -> {
        int condition = condition(block.code());
        if (condition < 0) {
          return false;
        }
        taken = holds(condition, (int) regs.get(Regs.EFLAGS));
        regs.set(Regs.RIP, taken ? block.target() : block.next());
        return true;
      }
      case JUMP -> {
        regs.set(Regs.RIP, block.target());
        return plain(block.code());
      }
      case CALL -> {
        return plain(block.code()) && call(block, block.target(), regs, memory);
      }
      case RETURN -> {
        return ret(block, regs, memory);
      }
      case INDIRECT_JUMP -> {
        if (!operand.load(block.code(), block.next(), regs, memory)) {
          return false;
        }
        regs.set(Regs.RIP, operand.value());
        return true;
      }
      case INDIRECT_CALL -> {
        return operand.load(block.code(), block.next(), regs, memory)
            && call(block, operand.value(), regs, memory);
      }
      default -> {
        return false;
      }
    }
  }

  private boolean call(Block block, long target, Regs regs, Memory memory) {
    long stack = regs.get(Regs.RSP) - 8;
    // Writing goes past page protection, so a stack that is not there or is full shows by reading;
    // a guard page cannot be read.
    if (!memory.readWord(stack) || !memory.writeWord(stack, block.next())) {
      return false;
    }
    regs.set(Regs.RSP, stack);
    regs.set(Regs.RIP, target);
    stackMoved = true;
    return true;
  }

  private boolean ret(Block block, Regs regs, Memory memory) {
    byte[] code = block.code();
    int at = code[0] == (byte) 0xf3 || code[0] == (byte) 0xf2 ? 1 : 0;
    boolean pops = code[at] == (byte) 0xc2;
    if (!pops && code[at] != (byte) 0xc3 || !memory.readWord(regs.get(Regs.RSP))) {
      return false;
    }
    int extra = pops ? code[at + 1] & 0xff | (code[at + 2] & 0xff) << 8 : 0;
    regs.set(Regs.RIP, memory.word());
    regs.set(Regs.RSP, regs.get(Regs.RSP) + 8 + extra);
    stackMoved = true;
    return true;
  }

  /** An operand size prefix would cut the target on some processors. */
  private static boolean plain(byte[] code) {
    return code[0] != 0x66;
  }

  /** The condition code of a Jcc, -1 for other instructions (LOOP, JRCXZ, unusual prefixes). */
  private static int condition(byte[] code) {
    int at = 0;
    while (code[at] == 0x2e || code[at] == 0x3e || code[at] == (byte) 0xf2) {
      at++;
    }
    if ((code[at] & 0xf0) == 0x70) {
      return code[at] & 15;
    }
    return code[at] == 0x0f && (code[at + 1] & 0xf0) == 0x80 ? code[at + 1] & 15 : -1;
  }

  static boolean holds(int condition, int flags) {
    boolean sign = (flags & SIGN) != 0;
    boolean overflow = (flags & OVERFLOW) != 0;
    boolean base =
        switch (condition >> 1) {
          case 0 -> overflow;
          case 1 -> (flags & CARRY) != 0;
          case 2 -> (flags & ZERO) != 0;
          case 3 -> (flags & (CARRY | ZERO)) != 0;
          case 4 -> sign;
          case 5 -> (flags & PARITY) != 0;
          case 6 -> sign != overflow;
          default -> (flags & ZERO) != 0 || sign != overflow;
        };
    return base != ((condition & 1) != 0);
  }
}
