package dev.heisenbug.nativerec.fail;

import dev.heisenbug.formats.bundle.Failure;
import dev.heisenbug.formats.bundle.FailureKind;
import dev.heisenbug.formats.bundle.StuckThread;
import dev.heisenbug.nativerec.trace.Signals;
import dev.heisenbug.nativerec.trace.StoppedProcess;
import dev.heisenbug.nativerec.trace.TracedThread;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Says how a program failed, and keeps its core. */
public final class FailureWriter {
  private final Path core;
  private Failure failure;

  /** {@code core} is the file to write. */
  public FailureWriter(Path core) {
    this.core = core;
  }

  /** The first failure, null if there was none. */
  public Failure failure() {
    return failure;
  }

  /** A signal ends a process; one that a user or supervisor sends to end it is no failure. */
  public void signal(TracedThread thread, int signal, StoppedProcess process) throws IOException {
    boolean asked = signal == 1 || signal == 2 || signal == 9 || signal == 13 || signal == 15;
    if (failure != null || asked) {
      return;
    }
    CoreFile.write(process, signal, core);
    StackFrames stack = new StackFrames(process);
    List<String> frames = stack.of(thread);
    String name = Signals.name(signal);
    failure =
        new Failure(
            FailureKind.SIGNAL,
            "signal:" + name + "@" + stack.own(frames),
            name,
            null,
            thread.tree(),
            null,
            frames,
            System.nanoTime(),
            128 + signal,
            List.of());
  }

  public void deadlock(TracedThread thread, StoppedProcess process) throws IOException {
    if (failure != null) {
      return;
    }
    CoreFile.write(process, 0, core);
    StackFrames stack = new StackFrames(process);
    List<StuckThread> stuck = new ArrayList<>();
    List<String> own = new ArrayList<>();
    for (TracedThread t : process.threads()) {
      List<String> frames = stack.of(t);
      own.add(stack.own(frames));
      String lock = "futex 0x" + Long.toHexString(t.argument(0));
      stuck.add(new StuckThread(t.tree(), null, "WAITING", lock, frames));
    }
    own.sort(null);
    failure =
        new Failure(
            FailureKind.DEADLOCK,
            "deadlock:" + String.join(",", own),
            null,
            "All threads wait for each other.",
            thread.tree(),
            null,
            List.of(),
            System.nanoTime(),
            null,
            stuck);
  }

  /** The program ended by itself with a status that is not 0. */
  public void exit(int code) {
    if (failure == null && code > 0) {
      failure =
          new Failure(
              FailureKind.EXIT,
              "exit:" + code + "@",
              null,
              null,
              null,
              null,
              List.of(),
              System.nanoTime(),
              code,
              List.of());
    }
  }
}
