package dev.heisenbug.nativerec.sys;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/** The system calls a tracer needs, called without any C of our own. */
@SuppressWarnings("restricted")
public final class Libc {
  public static final int WNOHANG = 1;
  public static final int WUNTRACED = 2;
  public static final int WALL = 0x40000000;
  public static final int EINTR = 4;
  public static final int ESRCH = 3;
  public static final int ECHILD = 10;
  public static final int O_RDWR = 2;
  public static final int O_CLOEXEC = 0x80000;

  private static final Linker LINKER = Linker.nativeLinker();
  private static final StructLayout STATE = Linker.Option.captureStateLayout();
  private static final Linker.Option ERRNO = Linker.Option.captureCallState("errno");
  private static final VarHandle ERRNO_FIELD =
      STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));
  private static final MemorySegment CALL_STATE = Arena.global().allocate(STATE);
  private static final MemorySegment STATUS = Arena.global().allocate(JAVA_INT);

  private static final MethodHandle PTRACE =
      LINKER.downcallHandle(
          symbol("ptrace"),
          FunctionDescriptor.of(JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG),
          ERRNO,
          Linker.Option.firstVariadicArg(1));
  private static final MethodHandle WAITPID =
      handle("waitpid", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));
  private static final MethodHandle OPEN =
      LINKER.downcallHandle(
          symbol("open"),
          FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT),
          ERRNO,
          Linker.Option.firstVariadicArg(2));
  private static final MethodHandle CLOSE =
      handle("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
  private static final MethodHandle PREAD =
      handle("pread", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_LONG));
  private static final MethodHandle PWRITE =
      handle("pwrite", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_LONG));
  private static final MethodHandle KILL =
      handle("kill", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));
  private static final MethodHandle SCHED_YIELD =
      handle("sched_yield", FunctionDescriptor.of(JAVA_INT));

  private Libc() {}

  static MemorySegment symbol(String name) {
    return LINKER
        .defaultLookup()
        .find(name)
        .orElseThrow(() -> new UnsatisfiedLinkError("libc has no " + name));
  }

  static MethodHandle handle(String name, FunctionDescriptor type) {
    return LINKER.downcallHandle(symbol(name), type, ERRNO);
  }

  static MethodHandle handle(MemorySegment code, FunctionDescriptor type) {
    return LINKER.downcallHandle(code, type);
  }

  /** The error of the last call that failed; a tracer is one thread, so there is one. */
  public static int errno() {
    return (int) ERRNO_FIELD.get(CALL_STATE, 0L);
  }

  static MemorySegment callState() {
    return CALL_STATE;
  }

  public static long ptrace(int request, int tid, long address, long data) {
    try {
      return (long) PTRACE.invokeExact(CALL_STATE, request, tid, address, data);
    } catch (Throwable t) {
      throw fault(t);
    }
  }

  /** Waits; the status is in {@link #status}. Interrupted waits go on. */
  public static int waitpid(int tid, int options) {
    try {
      while (true) {
        int pid = (int) WAITPID.invokeExact(CALL_STATE, tid, STATUS, options);
        if (pid >= 0 || errno() != EINTR) {
          return pid;
        }
      }
    } catch (Throwable t) {
      throw fault(t);
    }
  }

  /** What the last wait found. */
  public static int status() {
    return STATUS.get(JAVA_INT, 0);
  }

  public static int open(String path, int flags) {
    try (Arena arena = Arena.ofConfined()) {
      return (int) OPEN.invokeExact(CALL_STATE, arena.allocateFrom(path), flags);
    } catch (Throwable t) {
      throw fault(t);
    }
  }

  public static void close(int fd) {
    try {
      int ignored = (int) CLOSE.invokeExact(CALL_STATE, fd);
    } catch (Throwable t) {
      throw fault(t);
    }
  }

  public static long pread(int fd, MemorySegment into, long size, long offset) {
    try {
      return (long) PREAD.invokeExact(CALL_STATE, fd, into, size, offset);
    } catch (Throwable t) {
      throw fault(t);
    }
  }

  public static long pwrite(int fd, MemorySegment from, long size, long offset) {
    try {
      return (long) PWRITE.invokeExact(CALL_STATE, fd, from, size, offset);
    } catch (Throwable t) {
      throw fault(t);
    }
  }

  public static int kill(int pid, int signal) {
    try {
      return (int) KILL.invokeExact(CALL_STATE, pid, signal);
    } catch (Throwable t) {
      throw fault(t);
    }
  }

  public static void yield() {
    try {
      int ignored = (int) SCHED_YIELD.invokeExact(CALL_STATE);
    } catch (Throwable t) {
      throw fault(t);
    }
  }

  static IllegalStateException fault(Throwable t) {
    return new IllegalStateException("a call into libc failed: " + t.getMessage(), t);
  }
}
