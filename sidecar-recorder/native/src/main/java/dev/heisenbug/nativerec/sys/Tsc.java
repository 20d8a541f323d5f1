package dev.heisenbug.nativerec.sys;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.HexFormat;

/**
 * Reads the processor's time stamp counter: the clock that the preload agent and the software PT
 * share. A few bytes of machine code, because no library function gives it.
 */
@SuppressWarnings("restricted")
public final class Tsc {
  private static final int READ_EXEC = 5;
  private static final int READ_WRITE = 3;
  private static final int PRIVATE_ANONYMOUS = 0x22;
  private static final long PAGE = 4096;

  // rdtsc; shl rdx,32; or rax,rdx; ret
  private static final byte[] RDTSC = bytes("0f31 48c1e220 4809d0 c3");

  // mfence; lfence; rdtsc; lfence; shl rdx,32; or rax,rdx; ret: after all before, before all after.
  private static final byte[] ORDERED = bytes("0faef0 0faee8 0f31 0faee8 48c1e220 4809d0 c3");

  private static final MethodHandle READ = make(RDTSC);
  private static final MethodHandle READ_ORDERED = make(ORDERED);

  private Tsc() {}

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }

  private static MethodHandle make(byte[] code) {
    MethodHandle mmap =
        Libc.handle(
            "mmap",
            FunctionDescriptor.of(
                ADDRESS, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG));
    MethodHandle mprotect =
        Libc.handle("mprotect", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));
    try {
      MemorySegment state = Libc.callState();
      MemorySegment page =
          (MemorySegment) mmap.invokeExact(state, 0L, PAGE, READ_WRITE, PRIVATE_ANONYMOUS, -1, 0L);
      page = page.reinterpret(PAGE);
      MemorySegment.copy(code, 0, page, ValueLayout.JAVA_BYTE, 0, code.length);
      if ((int) mprotect.invokeExact(state, page, PAGE, READ_EXEC) != 0) {
        throw new IllegalStateException("memory cannot be made executable");
      }
      return Libc.handle(page, FunctionDescriptor.of(JAVA_LONG));
    } catch (Throwable t) {
      throw Libc.fault(t);
    }
  }

  public static long read() {
    try {
      return (long) READ.invokeExact();
    } catch (Throwable t) {
      throw Libc.fault(t);
    }
  }

  /** Reads it in order with all memory operations of the thread. */
  public static long readOrdered() {
    try {
      return (long) READ_ORDERED.invokeExact();
    } catch (Throwable t) {
      throw Libc.fault(t);
    }
  }
}
