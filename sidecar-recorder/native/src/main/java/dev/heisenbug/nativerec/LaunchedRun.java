package dev.heisenbug.nativerec;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A command that ran at full speed.
 *
 * @param exitCode 128 and the signal's number when one ended it
 */
record LaunchedRun(int exitCode, boolean timedOut) {
  /** Runs it with our standard streams; {@code timeout} may be null. */
  static LaunchedRun of(List<String> command, Map<String, String> variables, Duration timeout)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    builder.environment().putAll(variables);
    Process process = builder.start();
    boolean ended = true;
    if (timeout == null) {
      process.waitFor();
    } else {
      ended = process.waitFor(timeout.toNanos(), TimeUnit.NANOSECONDS);
    }
    if (!ended) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
    }
    return new LaunchedRun(process.exitValue(), !ended);
  }
}
