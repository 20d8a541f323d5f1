package dev.heisenbug.record;

import dev.heisenbug.formats.bundle.BundleFolder;
import dev.heisenbug.formats.bundle.FailureKind;
import dev.heisenbug.record.Outcome.End;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Waits for a process and ends it when it is stuck or out of time. */
record Supervisor(Process process, Path folder, boolean launcher, RunNotes notes) {
  /** How long shutdown hooks may go on after an exit that was noted; one may never end. */
  private static final long EXIT_NANOS = TimeUnit.SECONDS.toNanos(15);

  /** How long a program that has failed may go on, where its failure is all that was wanted. */
  private static final long FAILED_NANOS = TimeUnit.SECONDS.toNanos(5);

  Outcome await() throws InterruptedException, IOException {
    Duration timeout = notes.timeout();
    long start = System.nanoTime();
    long endDeadline = Long.MAX_VALUE;
    try {
      while (!process.waitFor(100, TimeUnit.MILLISECONDS)) {
        long now = System.nanoTime() - start;
        Path recording = launcher ? folder : RecordRunner.pick(folder);
        End end = noted(recording);
        if (end == End.ITSELF) {
          endDeadline = Math.min(endDeadline, now + graceFor(recording));
          end = now > endDeadline ? End.STUCK : null;
        }
        if (end == null && timeout != null && now > timeout.toNanos()) {
          end = End.LATE;
        }
        if (end != null) {
          return kill(end, start);
        }
        notes.look(now, recording);
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      throw e;
    }
    return outcome(End.ITSELF, start);
  }

  private Outcome kill(End end, long start) throws InterruptedException {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    process.waitFor();
    return outcome(end, start);
  }

  private Outcome outcome(End end, long start) {
    long seconds = (System.nanoTime() - start) / 1_000_000_000L;
    return new Outcome(process.exitValue(), end, seconds);
  }

  /** How the program ends, once the agent has written all there is about it; null before. */
  private End noted(Path recording) throws IOException {
    if (recording == null) {
      return null;
    }
    FailureKind kind = BundleFolder.firstUnhandledFailure(recording);
    if (!BundleFolder.closed(recording)) {
      return kind != null && notes.untilFailure() ? End.ITSELF : null;
    }
    if (kind == null) {
      return BundleFolder.stopped(recording) ? End.SUSPECT : null;
    }
    return switch (kind) {
      case DEADLOCK, HANG -> End.STUCK;
      default -> End.ITSELF;
    };
  }

  private long graceFor(Path recording) throws IOException {
    boolean exits = BundleFolder.firstUnhandledFailure(recording) == FailureKind.EXIT;
    return exits || !notes.untilFailure() ? EXIT_NANOS : FAILED_NANOS;
  }
}
