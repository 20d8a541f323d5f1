package dev.heisenbug.nativerec.sys;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Starts a program that waits to be traced. Java's own Process will not do: its reaper thread would
 * take the tracer's stops.
 */
public final class Spawn {
  // The shell stops itself, is seized there, and becomes the program at the exec that follows.
  private static final String WAIT_FOR_TRACER = "kill -STOP $$; exec \"$@\"";
  private static final short SETSIGMASK = 8;
  private static final int ENOUGH = 512;

  private static final MethodHandle POSIX_SPAWN =
      Libc.handle(
          "posix_spawn",
          FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS));
  private static final MethodHandle ATTR_INIT =
      Libc.handle("posix_spawnattr_init", FunctionDescriptor.of(JAVA_INT, ADDRESS));
  private static final MethodHandle ATTR_FLAGS =
      Libc.handle("posix_spawnattr_setflags", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_SHORT));
  private static final MethodHandle ACTIONS_INIT =
      Libc.handle("posix_spawn_file_actions_init", FunctionDescriptor.of(JAVA_INT, ADDRESS));
  private static final MethodHandle ACTIONS_CLOSE =
      Libc.handle(
          "posix_spawn_file_actions_addclosefrom_np",
          FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT));

  private Spawn() {}

  /** Starts {@code command}; it stands still before its first instruction until continued. */
  public static int stopped(List<String> command, Map<String, String> environment)
      throws IOException {
    List<String> argv = new ArrayList<>(List.of("/bin/sh", "-c", WAIT_FOR_TRACER, "sh"));
    argv.addAll(command);
    int pid = spawn(argv, environment);
    Libc.waitpid(pid, Libc.WUNTRACED);
    if (!Ptrace.stopped(Libc.status())) {
      throw new IOException("the program could not be started");
    }
    return pid;
  }

  private static int spawn(List<String> argv, Map<String, String> environment) throws IOException {
    List<String> variables = new ArrayList<>();
    environment.forEach((k, v) -> variables.add(k + "=" + v));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = Libc.callState();
      MemorySegment attr = arena.allocate(ENOUGH, 8);
      MemorySegment actions = arena.allocate(ENOUGH, 8);
      MemorySegment pid = arena.allocate(JAVA_INT);
      // Neither the JVM's signal mask nor its open files are for the program.
      int error = (int) ATTR_INIT.invokeExact(state, attr);
      error |= (int) ATTR_FLAGS.invokeExact(state, attr, SETSIGMASK);
      error |= (int) ACTIONS_INIT.invokeExact(state, actions);
      error |= (int) ACTIONS_CLOSE.invokeExact(state, actions, 3);
      error |=
          (int)
              POSIX_SPAWN.invokeExact(
                  state,
                  pid,
                  arena.allocateFrom(argv.get(0)),
                  actions,
                  attr,
                  strings(argv, arena),
                  strings(variables, arena));
      if (error != 0) {
        throw new IOException("the program could not be started (error " + error + ")");
      }
      return pid.get(JAVA_INT, 0);
    } catch (IOException e) {
      throw e;
    } catch (Throwable t) {
      throw Libc.fault(t);
    }
  }

  private static MemorySegment strings(List<String> list, Arena arena) {
    MemorySegment array = arena.allocate(ADDRESS, list.size() + 1L);
    for (int i = 0; i < list.size(); i++) {
      array.setAtIndex(ADDRESS, i, arena.allocateFrom(list.get(i)));
    }
    return array;
  }
}
