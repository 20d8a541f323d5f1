package dev.heisenbug.decode.libipt;

import dev.heisenbug.formats.x86.InsnKind;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;

/** A made-up program of one code segment, with branches of all kinds and many lengths. */
final class RandomCode {
  private static final String[] FILLERS = {
    "90", "ffc0", "4889d8", "f30f6f00", "c4e27d18c0", "62f17c4828c0", "66666690", "f0830001",
    "0f1f840000000000", "b878563412", "f3a4", "660f3a0fc101", "8f00", "c8100000", "0fa2", "d9c0"
  };
  private static final String[] FILLERS_32 = {
    "90", "40", "89d8", "c5f877", "6681c03412", "26a178563412", "d50a", "60", "c400", "f00fc101"
  };

  static final int NONE = -1;

  /** A branch that leads to code which is not traced. */
  static final int OUTSIDE = -2;

  private static final int OUTSIDE_DISTANCE = 0x700;

  /** One instruction; the target is the index of another, NONE or OUTSIDE. */
  record Op(long ip, int size, InsnKind kind, int target) {
    long after() {
      return ip + size;
    }
  }

  private final SplittableRandom random;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final long base;
  private final boolean filtered;
  final int mode;
  final List<Op> ops = new ArrayList<>();
  private final List<int[]> fixups = new ArrayList<>();

  RandomCode(SplittableRandom random, long base, int mode, boolean filtered) {
    this.random = random;
    this.base = base;
    this.mode = mode;
    this.filtered = filtered;
    int count = random.nextInt(40, 150);
    for (int i = 0; i < count; i++) {
      add(i, count);
    }
    // Execution that falls off the end goes back to the beginning.
    branch("e9", 4, InsnKind.JUMP, 0);
  }

  long base() {
    return base;
  }

  /** The code, with the branches leading to their targets. */
  byte[] bytes() {
    byte[] code = bytes.toByteArray();
    for (int[] f : fixups) {
      Op op = ops.get(f[0]);
      long displacement = target(op) - op.after();
      for (int i = 0; i < f[1]; i++) {
        code[(int) (op.after() - base) - f[1] + i] = (byte) (displacement >> 8 * i);
      }
    }
    return code;
  }

  /** Where a direct branch leads to. */
  long target(Op op) {
    return op.target == OUTSIDE ? base - OUTSIDE_DISTANCE : ops.get(op.target).ip;
  }

  private void add(int index, int count) {
    int target = random.nextInt(count);
    // Without a decision on the way nobody can tell how often a circle was gone through.
    int ahead = Math.min(count, index + random.nextInt(1, 9));
    int near = Math.max(0, index - random.nextInt(1, 8));
    switch (random.nextInt(filtered ? 29 : 26)) {
      case 0, 1, 2 ->
          branch("0f8" + Integer.toHexString(random.nextInt(16)), 4, InsnKind.CONDITIONAL, target);
      case 3, 4 ->
          branch("7" + Integer.toHexString(random.nextInt(16)), 1, InsnKind.CONDITIONAL, near);
      case 5 -> branch("e" + random.nextInt(4), 1, InsnKind.CONDITIONAL, near);
      case 6 -> branch("e9", 4, InsnKind.JUMP, ahead);
      case 7, 8 -> branch("e8", 4, InsnKind.CALL, ahead);
      case 9, 10 -> plain(random.nextBoolean() ? "c3" : "c20800", InsnKind.RETURN);
      case 11 -> plain(pick("ffe0", "ff2500000000", "3effe1"), InsnKind.INDIRECT_JUMP);
      case 12 -> plain(pick("ffd0", "ff1500000000", "ff5008"), InsnKind.INDIRECT_CALL);
      case 13 -> plain(mode == 64 ? "0f05" : "0f34", InsnKind.SYSCALL);
      case 14 -> plain(pick("cd80", "cc", "cd03"), InsnKind.SOFTWARE_INTERRUPT);
      case 15 -> plain(pick("cf", mode == 64 ? "48cf" : "cf"), InsnKind.INTERRUPT_RETURN);
      case 16 -> plain(pick("ff28", "ff6804"), InsnKind.FAR_JUMP);
      case 17 -> plain("ff18", InsnKind.FAR_CALL);
      case 18 -> plain(pick("cb", "ca0800"), InsnKind.FAR_RETURN);
      case 19 -> plain("f30faee0", InsnKind.PTWRITE);
      case 20 -> plain("0f22d8", InsnKind.MOV_CR3);
      case 26 -> branch("0f84", 4, InsnKind.CONDITIONAL, OUTSIDE);
      case 27 -> branch("e9", 4, InsnKind.JUMP, OUTSIDE);
      case 28 -> branch("e8", 4, InsnKind.CALL, OUTSIDE);
      default -> plain(pick(mode == 64 ? FILLERS : FILLERS_32), InsnKind.OTHER);
    }
  }

  private String pick(String... all) {
    return all[random.nextInt(all.length)];
  }

  private void plain(String hex, InsnKind kind) {
    byte[] code = HexFormat.of().parseHex(hex);
    ops.add(new Op(base + bytes.size(), code.length, kind, -1));
    bytes.writeBytes(code);
  }

  private void branch(String hex, int displacementSize, InsnKind kind, int target) {
    byte[] code = HexFormat.of().parseHex(hex);
    boolean far =
        displacementSize == 1
            && ops.size() > target
            && base + bytes.size() - ops.get(target).ip > 100;
    if (far || displacementSize == 1 && target >= ops.size()) {
      plain("90", InsnKind.OTHER);
      return;
    }
    fixups.add(new int[] {ops.size(), displacementSize});
    ops.add(new Op(base + bytes.size(), code.length + displacementSize, kind, target));
    bytes.writeBytes(code);
    bytes.writeBytes(new byte[displacementSize]);
  }
}
