package dev.heisenbug.analyzer.jvm.guided;

import dev.heisenbug.formats.bundle.Failure;
import dev.heisenbug.formats.bundle.FailureKind;
import dev.heisenbug.formats.bundle.Frames;
import dev.heisenbug.formats.schedule.Schedule;
import dev.heisenbug.launch.RunOutcome;
import dev.heisenbug.launch.RunOutcome.Failed;
import dev.heisenbug.launch.RunOutcome.Stuck;
import dev.heisenbug.launch.Signatures;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The last lines of a story: what the run itself failed with, which need not be what the recorded
 * one said to the letter, or where every thread stands that cannot go on.
 */
final class Ending {
  private static final int SHOWN = 6;
  private static final Set<String> WAITING =
      Set.of("MONITOR", "WAIT", "PARK", "JOIN", "CLINIT", "SPIN", "SLEEP");
  private final Failure recorded;
  private final RunOutcome outcome;

  Ending(Failure recorded, RunOutcome outcome) {
    this.recorded = recorded;
    this.outcome = outcome;
  }

  /** Whether nobody could go on, instead of somebody failing. */
  boolean isStandstill() {
    return recorded.kind() == FailureKind.DEADLOCK || recorded.kind() == FailureKind.HANG;
  }

  /** Whether threads go on looking for what does not come, instead of waiting for each other. */
  boolean isTurning() {
    return outcome.status().equals("hang");
  }

  /** Tree id of the thread that fails in this run, or null; another may have when recorded. */
  String failingThread() {
    return Signatures.matching(recorded, outcome).map(Failed::thread).orElse(recorded.thread());
  }

  /** The frame of the program that what this run failed with, or its cause, is from; or null. */
  String failingFrame() {
    return Signatures.matching(recorded, outcome)
        .flatMap(
            f ->
                f.cause() != null
                    ? Optional.of(f.cause())
                    : Signatures.top(f.frames()).stream().findFirst())
        .orElse(null);
  }

  /** What the JVM said of a null that nobody expected, if that is how this run failed; or null. */
  String nullMessage() {
    return Signatures.matching(recorded, outcome)
        .map(f -> f.detail() + ": " + f.message())
        .filter(s -> s.contains("java.lang.NullPointerException"))
        .orElse(null);
  }

  Set<String> stuckThreads() {
    return waiting().stream().map(Stuck::thread).collect(Collectors.toSet());
  }

  List<Schedule.Step> steps() {
    return isStandstill()
        ? waiting().stream().limit(SHOWN).map(Ending::standing).toList()
        : Signatures.matching(recorded, outcome).map(Ending::failed).stream().toList();
  }

  /** A pool's thread that waits for work runs none of the program's code and is not in its way. */
  private List<Stuck> waiting() {
    return outcome.stuck().stream()
        .filter(s -> WAITING.contains(s.reason()))
        .filter(s -> !Signatures.top(s.frames()).isEmpty())
        .toList();
  }

  private static Schedule.Step failed(Failed f) {
    String what = f.kind().equals("exit") ? "exit code " + f.detail() : f.detail();
    String message = f.message().isEmpty() ? "" : ": " + f.message();
    return step(f.thread(), "fails", what + message, f.frames());
  }

  private static Schedule.Step standing(Stuck s) {
    String what =
        switch (s.reason()) {
          case "MONITOR" -> "for the monitor of a " + s.object() + by(", held by ", s.owner());
          case "WAIT" -> "to be notified on a " + s.object();
          case "JOIN" -> "for the end of " + s.owner();
          case "CLINIT" -> "for the initialiser of " + s.object() + by(", run by ", s.owner());
          case "SPIN" -> "turning in a loop";
          case "SLEEP" -> "sleeping between two looks";
          default -> "in " + libraryCall(s.frames());
        };
    return step(s.thread(), "waits", what, s.frames());
  }

  private static String by(String words, String owner) {
    return owner.isEmpty() ? "" : words + owner;
  }

  /** What the program called that does not come back: {@code ReentrantLock.lock}. */
  private static String libraryCall(List<String> frames) {
    String outermost = "a library";
    for (String frame : frames) {
      if (!Signatures.top(List.of(frame)).isEmpty()) {
        break;
      }
      outermost = frame;
    }
    String method = outermost.replaceFirst(":.*", "");
    return method.substring(method.lastIndexOf('.', method.lastIndexOf('.') - 1) + 1);
  }

  private static Schedule.Step step(
      String thread, String operation, String what, List<String> frames) {
    String source =
        Signatures.top(frames).stream()
            .findFirst()
            .orElse(frames.isEmpty() ? "no frame" : frames.getFirst());
    return new Schedule.Step(
        thread, operation, what, null, Frames.readable(source), "observed", null);
  }
}
