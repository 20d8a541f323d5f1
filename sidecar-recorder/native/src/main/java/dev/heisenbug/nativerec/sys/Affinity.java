package dev.heisenbug.nativerec.sys;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;

/** Which processors the calling thread may run on. */
public final class Affinity {
  private static final int BYTES = 128;
  private static final FunctionDescriptor TYPE =
      FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS);
  private static final MethodHandle GET = Libc.handle("sched_getaffinity", TYPE);
  private static final MethodHandle SET = Libc.handle("sched_setaffinity", TYPE);

  private Affinity() {}

  /** The processors that are allowed now. */
  public static List<Integer> allowed() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment mask = arena.allocate(BYTES, 8);
      MemorySegment state = arena.allocate(8, 8);
      List<Integer> cpus = new ArrayList<>();
      if ((int) GET.invokeExact(state, 0, (long) BYTES, mask) == 0) {
        for (int cpu = 0; cpu < 8 * BYTES; cpu++) {
          if ((mask.get(JAVA_BYTE, cpu / 8) >> cpu % 8 & 1) != 0) {
            cpus.add(cpu);
          }
        }
      }
      return cpus;
    } catch (Throwable t) {
      throw Libc.fault(t);
    }
  }

  /** Keeps the calling thread on one processor; false when that is not allowed. */
  public static boolean bind(int cpu) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment mask = arena.allocate(BYTES, 8);
      MemorySegment state = arena.allocate(8, 8);
      mask.set(JAVA_BYTE, cpu / 8, (byte) (1 << cpu % 8));
      return (int) SET.invokeExact(state, 0, (long) BYTES, mask) == 0;
    } catch (Throwable t) {
      throw Libc.fault(t);
    }
  }
}
