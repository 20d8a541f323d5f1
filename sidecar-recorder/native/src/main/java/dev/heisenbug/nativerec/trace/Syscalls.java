package dev.heisenbug.nativerec.trace;

import java.util.Set;

/** What the tracer must know of x86-64 system calls. */
public final class Syscalls {
  static final int MMAP = 9;
  static final int MPROTECT = 10;
  static final int MUNMAP = 11;
  static final int RT_SIGRETURN = 15;
  static final int MREMAP = 25;
  static final int CLONE = 56;
  static final int VFORK = 58;
  static final int EXECVE = 59;
  static final int PRCTL = 157;
  static final int FUTEX = 202;
  static final int EXIT = 60;
  static final int EXIT_GROUP = 231;
  static final int CLONE3 = 435;

  /** The kernel's own "interrupted, repeat", which programs never see. */
  private static final Set<Long> RESTART = Set.of(-512L, -513L, -514L, -516L);

  private static final int FUTEX_COMMAND = 0x7f;
  private static final int FUTEX_WAIT = 0;
  private static final int FUTEX_LOCK_PI = 6;
  private static final int FUTEX_WAIT_BITSET = 9;
  private static final int FUTEX_WAIT_REQUEUE_PI = 11;
  private static final int FUTEX_LOCK_PI2 = 13;

  // Calls that are done at once, so that waiting for their end is cheaper than asking how they are.
  // Clones are not among them: they can wait for their child as vfork does.
  private static final Set<Integer> PROMPT =
      Set.of(
          3, 4, 5, 6, 8, 60, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 21, 24, 25, 28, 32, 33, 39, 57,
          63, 72, 79, 80, 89, 96, 97, 98, 99, 102, 104, 107, 108, 131, 137, 157, 158, 186, 200, 201,
          203, 204, 217, 218, 228, 231, 234, 257, 262, 267, 273, 302, 318, 332, 334);

  private Syscalls() {}

  static boolean restarts(long result) {
    return RESTART.contains(result);
  }

  static boolean prompt(long call) {
    return PROMPT.contains((int) call);
  }

  static boolean changesMappings(long call) {
    return call == MMAP || call == MPROTECT || call == MUNMAP || call == MREMAP;
  }

  /** Whether a futex call waits, and for ever. */
  public static boolean waitsForEver(long call, long[] arguments) {
    if (call != FUTEX || arguments[3] != 0) {
      return false;
    }
    return switch ((int) arguments[1] & FUTEX_COMMAND) {
      case FUTEX_WAIT, FUTEX_LOCK_PI, FUTEX_WAIT_BITSET, FUTEX_WAIT_REQUEUE_PI, FUTEX_LOCK_PI2 ->
          true;
      default -> false;
    };
  }

  static boolean futexWakes(long call, long[] arguments) {
    if (call != FUTEX) {
      return false;
    }
    return switch ((int) arguments[1] & FUTEX_COMMAND) {
      case 1, 3, 4, 5, 7, 10, 12 -> true;
      default -> false;
    };
  }
}
