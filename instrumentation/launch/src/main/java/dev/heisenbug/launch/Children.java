package dev.heisenbug.launch;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/** The programs that run under control: none of them outlives us, however we are ended. */
final class Children {
  private static final Set<Process> RUNNING = new HashSet<>();
  private static boolean ending;

  static {
    try {
      Runtime.getRuntime().addShutdownHook(new Thread(Children::endAll, "heisenbug-children"));
    } catch (IllegalStateException e) {
      ending = true;
    }
  }

  private Children() {}

  /** Fails as if interrupted when we are being ended: then nothing new is to begin. */
  static void checkGoingOn() throws InterruptedException {
    synchronized (RUNNING) {
      if (ending) {
        throw new InterruptedException("interrupted");
      }
    }
  }

  static Process start(ProcessBuilder builder) throws IOException, InterruptedException {
    synchronized (RUNNING) {
      checkGoingOn();
      Process process = builder.start();
      RUNNING.add(process);
      return process;
    }
  }

  /** Ends a process, with what it has started: it may be a script. */
  static void end(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    synchronized (RUNNING) {
      RUNNING.remove(process);
    }
  }

  private static void endAll() {
    synchronized (RUNNING) {
      ending = true;
      Set.copyOf(RUNNING).forEach(Children::end);
    }
  }
}
