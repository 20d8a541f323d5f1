package dev.heisenbug.nativerec;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A command that ran at full speed.
 *
 * @param exitCode 128 and the signal's number when one ended it
 * @param stuck the threads that waited for each other, when that was why it was ended
 */
record LaunchedRun(int exitCode, boolean timedOut, List<StuckProgram.Waiter> stuck) {
  private static final long LOOK_EVERY = 250;

  /**
   * Runs it with our standard streams; {@code timeout} may be null. With {@code wrapped} the
   * command itself only watches over the program, and ends after it.
   */
  static LaunchedRun of(
      List<String> command, Map<String, String> variables, Duration timeout, boolean wrapped)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    builder.environment().putAll(variables);
    Process process = builder.start();
    long end = timeout == null ? Long.MAX_VALUE : System.nanoTime() + timeout.toNanos();
    StuckProgram watch = new StuckProgram();
    List<StuckProgram.Waiter> stuck = List.of();
    while (!process.waitFor(LOOK_EVERY, TimeUnit.MILLISECONDS)) {
      boolean late = System.nanoTime() > end;
      stuck = late ? stuck : watch.look(program(process, wrapped));
      if (late || !stuck.isEmpty()) {
        program(process, wrapped && !late).forEach(ProcessHandle::destroyForcibly);
        process.waitFor();
        return new LaunchedRun(process.exitValue(), late, stuck);
      }
    }
    return new LaunchedRun(process.exitValue(), false, List.of());
  }

  private static Stream<ProcessHandle> program(Process process, boolean wrapped) {
    Stream<ProcessHandle> others = process.descendants();
    return wrapped ? others : Stream.concat(others, Stream.of(process.toHandle()));
  }
}
