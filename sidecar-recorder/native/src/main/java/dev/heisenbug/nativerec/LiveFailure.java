package dev.heisenbug.nativerec;

import dev.heisenbug.formats.bundle.Failure;
import dev.heisenbug.formats.bundle.FailureKind;
import dev.heisenbug.formats.bundle.StuckThread;
import dev.heisenbug.formats.preload.PreloadLog;
import dev.heisenbug.nativerec.preload.CrashNote;
import dev.heisenbug.nativerec.trace.Signals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The failure of a run that nobody stood beside, from its status and the agent's notes. */
final class LiveFailure {
  private LiveFailure() {}

  /** Null when the run ended well, or was ended by us. */
  static Failure of(LaunchedRun run, CrashNote note, Path folder) throws IOException {
    if (!run.stuck().isEmpty()) {
      return deadlock(run.stuck(), folder);
    }
    if (run.timedOut() || run.exitCode() == 0) {
      return null;
    }
    int status = run.exitCode();
    int signal = note != null ? note.signal() : status > 128 && status < 193 ? status - 128 : 0;
    if (signal == 0) {
      return new Failure(
          FailureKind.EXIT,
          "exit:" + status + "@",
          null,
          null,
          null,
          null,
          List.of(),
          0,
          status,
          List.of());
    }
    String name = Signals.name(signal);
    String at = note == null ? "" : "0x" + Long.toHexString(note.ip());
    return new Failure(
        FailureKind.SIGNAL,
        "signal:" + name + "@" + at,
        name,
        null,
        note == null ? null : tree(note.tid(), folder),
        null,
        at.isEmpty() ? List.of() : List.of(at),
        0,
        status,
        List.of());
  }

  private static Failure deadlock(List<StuckProgram.Waiter> waiters, Path folder)
      throws IOException {
    List<StuckThread> stuck = new ArrayList<>();
    for (StuckProgram.Waiter waiter : waiters) {
      String known = tree(waiter.tid(), folder);
      String tree = known != null ? known : Integer.toString(waiter.tid());
      String lock = "futex 0x" + Long.toHexString(waiter.futex());
      stuck.add(new StuckThread(tree, null, "WAITING", lock, List.of()));
    }
    String trees =
        stuck.stream().map(StuckThread::thread).sorted().collect(Collectors.joining(","));
    return new Failure(
        FailureKind.DEADLOCK,
        "deadlock:" + trees,
        null,
        "All threads wait for each other.",
        stuck.get(0).thread(),
        null,
        List.of(),
        0,
        null,
        stuck);
  }

  private static String tree(int tid, Path folder) throws IOException {
    List<Path> logs;
    try (Stream<Path> all = Files.list(folder)) {
      logs = all.filter(f -> f.toString().endsWith(".hpl")).toList();
    }
    for (Path log : logs) {
      PreloadLog read = PreloadLog.read(log);
      if (read.tid() == tid) {
        return read.tree();
      }
    }
    return null;
  }
}
