package dev.heisenbug.sidecar;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * A folder in another container, opened so that no link which lies there leads out of it: whoever
 * puts one there is less trusted than the agent that follows. It stays open until it is closed,
 * even when the container is gone.
 */
@SuppressWarnings("restricted")
final class Confined implements AutoCloseable {
  private static final long OPENAT2 = 437;
  private static final int HERE = -100;
  private static final long READ_FOLDER = 0200000 | 02000000;
  private static final long MARK_FOLDER = READ_FOLDER | 010000000;
  private static final long INSIDE_WITHOUT_MAGIC = 0x10 | 0x02;
  private static final long HOW_BYTES = 24;
  private static final int NOT_THERE = 2;
  private static final int NOT_KNOWN = 38;

  private static final StructLayout STATE = Linker.Option.captureStateLayout();
  private static final MethodHandle SYSCALL =
      Linker.nativeLinker()
          .downcallHandle(
              Linker.nativeLinker().defaultLookup().find("syscall").orElseThrow(),
              FunctionDescriptor.of(
                  ValueLayout.JAVA_LONG,
                  ValueLayout.JAVA_LONG,
                  ValueLayout.JAVA_LONG,
                  ValueLayout.ADDRESS,
                  ValueLayout.ADDRESS,
                  ValueLayout.JAVA_LONG),
              Linker.Option.captureCallState("errno"),
              Linker.Option.firstVariadicArg(1));
  private static final MethodHandle CLOSE =
      Linker.nativeLinker()
          .downcallHandle(
              Linker.nativeLinker().defaultLookup().find("close").orElseThrow(),
              FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));

  private final int descriptor;

  private Confined(int descriptor) {
    this.descriptor = descriptor;
  }

  /**
   * @param root of the container, such as {@code /proc/PID/root}
   * @param folder below it
   */
  static Confined open(Path root, String folder) throws IOException {
    try (Confined top = new Confined(call(HERE, root.toString(), MARK_FOLDER, 0))) {
      return new Confined(
          call(
              top.descriptor,
              folder.startsWith("/") ? folder.substring(1) : folder,
              READ_FOLDER,
              INSIDE_WITHOUT_MAGIC));
    }
  }

  /** Names in it mean what lies there now; only its own last part may be a link. */
  Path path() {
    return Path.of("/proc/self/fd/" + descriptor);
  }

  @Override
  public void close() {
    try {
      int unused = (int) CLOSE.invokeExact(descriptor);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  private static int call(int at, String path, long flags, long resolve) throws IOException {
    long descriptor;
    int error;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment how = arena.allocate(HOW_BYTES, 8);
      how.set(ValueLayout.JAVA_LONG, 0, flags);
      how.set(ValueLayout.JAVA_LONG, 16, resolve);
      MemorySegment state = arena.allocate(STATE);
      descriptor =
          (long)
              SYSCALL.invokeExact(
                  state, OPENAT2, (long) at, arena.allocateFrom(path), how, HOW_BYTES);
      error = (int) STATE.varHandle(MemoryLayout.PathElement.groupElement("errno")).get(state, 0L);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
    if (descriptor >= 0) {
      return (int) descriptor;
    }
    throw switch (error) {
      case NOT_THERE -> new NoSuchFileException(path);
      case NOT_KNOWN -> new IOException("openat2 is missing here: Linux 5.6 or later is needed");
      default -> new IOException(path + " cannot be opened: error " + error);
    };
  }
}
