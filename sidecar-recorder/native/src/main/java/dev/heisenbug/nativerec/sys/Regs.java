package dev.heisenbug.nativerec.sys;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** The general registers of a stopped thread, in the kernel's order (user_regs_struct). */
public final class Regs {
  public static final int SIZE = 27 * 8;
  public static final int RBP = 4;
  public static final int RAX = 10;
  public static final int RCX = 11;
  public static final int RDX = 12;
  public static final int RSI = 13;
  public static final int RDI = 14;
  public static final int R10 = 7;
  public static final int ORIG_RAX = 15;
  public static final int RIP = 16;
  public static final int CS = 17;
  public static final int EFLAGS = 18;
  public static final int RSP = 19;
  public static final int FS_BASE = 21;
  public static final int GS_BASE = 22;

  /** The segment of 64-bit user code. */
  public static final int CS_64 = 0x33;

  // By register number of an instruction: rax rcx rdx rbx rsp rbp rsi rdi r8 to r15.
  private static final int[] BY_NUMBER = {10, 11, 12, 5, 19, 4, 13, 14, 9, 8, 7, 6, 3, 2, 1, 0};

  private final MemorySegment data = Arena.global().allocate(SIZE, 8);
  private final long address = data.address();

  /** Reads them; false when the thread is gone. */
  public boolean read(int tid) {
    return Libc.ptrace(Ptrace.GETREGS, tid, 0, address) == 0;
  }

  public boolean write(int tid) {
    return Libc.ptrace(Ptrace.SETREGS, tid, 0, address) == 0;
  }

  public long get(int register) {
    return data.getAtIndex(JAVA_LONG, register);
  }

  public void set(int register, long value) {
    data.setAtIndex(JAVA_LONG, register, value);
  }

  /** The register that an instruction means by {@code number}. */
  public long numbered(int number) {
    return get(BY_NUMBER[number]);
  }

  public long ip() {
    return get(RIP);
  }

  public MemorySegment data() {
    return data;
  }

  /** Moves a stopped thread without writing all its registers. */
  public static boolean setIp(int tid, long ip) {
    return Libc.ptrace(Ptrace.POKEUSER, tid, RIP * 8L, ip) == 0;
  }
}
