package dev.heisenbug.sidecar;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/** Opens an event of the kernel's for this process alone, and closes it. */
@SuppressWarnings("restricted")
final class PerfEvent {
  private static final long PERF_EVENT_OPEN = 298;
  private static final int ATTRIBUTES = 112;
  private static final long FLAGS = 40;

  /** disabled, exclude_kernel, exclude_hv. */
  private static final long QUIET_USER_SPACE = 1L | 1L << 5 | 1L << 6;

  private static final StructLayout STATE = Linker.Option.captureStateLayout();

  private PerfEvent() {}

  /** 0, or the error number. */
  static int open(int type) {
    Linker linker = Linker.nativeLinker();
    try (Arena arena = Arena.ofConfined()) {
      MethodHandle syscall =
          linker.downcallHandle(
              linker.defaultLookup().find("syscall").orElseThrow(),
              FunctionDescriptor.of(
                  ValueLayout.JAVA_LONG,
                  ValueLayout.JAVA_LONG,
                  ValueLayout.ADDRESS,
                  ValueLayout.JAVA_INT,
                  ValueLayout.JAVA_INT,
                  ValueLayout.JAVA_INT,
                  ValueLayout.JAVA_LONG),
              Linker.Option.captureCallState("errno"),
              Linker.Option.firstVariadicArg(1));
      MemorySegment state = arena.allocate(STATE);
      MemorySegment attributes = arena.allocate(ATTRIBUTES, 8);
      attributes.set(ValueLayout.JAVA_INT, 0, type);
      attributes.set(ValueLayout.JAVA_INT, 4, ATTRIBUTES);
      attributes.set(ValueLayout.JAVA_LONG, FLAGS, QUIET_USER_SPACE);
      long fd = (long) syscall.invokeExact(state, PERF_EVENT_OPEN, attributes, 0, -1, -1, 0L);
      if (fd < 0) {
        return (int) STATE.varHandle(MemoryLayout.PathElement.groupElement("errno")).get(state, 0L);
      }
      MethodHandle close =
          linker.downcallHandle(
              linker.defaultLookup().find("close").orElseThrow(),
              FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
      int closed = (int) close.invokeExact((int) fd);
      return closed == 0 ? 0 : -1;
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
