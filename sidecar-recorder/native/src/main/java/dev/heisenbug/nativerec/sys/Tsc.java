package dev.heisenbug.nativerec.sys;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

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
  private static final byte[] RDTSC = {
    0x0f, 0x31, 0x48, (byte) 0xc1, (byte) 0xe2, 0x20, 0x48, 0x09, (byte) 0xd0, (byte) 0xc3
  };

  private static final MethodHandle READ = make();

  private Tsc() {}

  private static MethodHandle make() {
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
      MemorySegment.copy(RDTSC, 0, page, ValueLayout.JAVA_BYTE, 0, RDTSC.length);
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
}
