package dev.heisenbug.launch;

import dev.heisenbug.formats.bundle.Failure;
import dev.heisenbug.formats.bundle.StuckThread;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Decides whether a controlled run showed the recorded failure, and not just any. */
public final class Signatures {
  private static final int FRAMES = 3;
  private static final List<String> NOT_THE_PROGRAM =
      List.of("java.", "javax.", "jdk.", "sun.", "com.sun.", "dev.heisenbug.");

  private Signatures() {}

  /** The innermost frames of the program itself, as the recorder takes them. */
  public static List<String> top(List<String> frames) {
    return frames.stream().filter(Signatures::ofProgram).limit(FRAMES).toList();
  }

  static boolean ofProgram(String frame) {
    return NOT_THE_PROGRAM.stream().noneMatch(frame::startsWith);
  }

  /** Whether {@code run} ended in {@code recorded}. */
  public static boolean same(Failure recorded, RunOutcome run) {
    return switch (recorded.kind()) {
      case EXCEPTION, ASSERTION, EXIT -> matching(recorded, run).isPresent();
      case DEADLOCK, HANG ->
          (run.status().equals("deadlock") || run.status().equals("hang"))
              && sameStuck(recorded.threads(), run.stuck());
      case SIGNAL -> false;
    };
  }

  /** The exception or exit of a run that is the recorded one; none for other kinds of failure. */
  public static Optional<RunOutcome.Failed> matching(Failure recorded, RunOutcome run) {
    return run.failures().stream()
        .filter(
            f ->
                switch (recorded.kind()) {
                  case EXCEPTION, ASSERTION -> sameException(recorded, f);
                  case EXIT -> sameExit(recorded, f);
                  case DEADLOCK, HANG, SIGNAL -> false;
                })
        .findFirst();
  }

  private static boolean sameException(Failure recorded, RunOutcome.Failed f) {
    return f.kind().equals("exception")
        && f.detail().equals(recorded.type())
        && sameFrames(recorded, f);
  }

  private static boolean sameExit(Failure recorded, RunOutcome.Failed f) {
    return f.kind().equals("exit")
        && f.detail().equals(String.valueOf(recorded.status()))
        && sameFrames(recorded, f);
  }

  /** Compiled code may throw without a stack, and some exceptions never have one. */
  private static boolean sameFrames(Failure recorded, RunOutcome.Failed run) {
    if (recorded.frames().isEmpty()) {
      return true;
    }
    return "java.lang.StackOverflowError".equals(recorded.type())
        ? shareMethod(recorded.frames(), run.frames())
        : top(run.frames()).equals(top(recorded.frames()));
  }

  /** A stack is full anywhere in a recursion: what recurses is the same, not the line. */
  private static boolean shareMethod(List<String> recorded, List<String> run) {
    List<String> methods = top(recorded).stream().map(Signatures::method).toList();
    return top(run).stream().map(Signatures::method).anyMatch(methods::contains);
  }

  /** Every recorded thread has a counterpart of its own that is stuck at the same place. */
  private static boolean sameStuck(List<StuckThread> recorded, List<RunOutcome.Stuck> run) {
    List<RunOutcome.Stuck> left = new ArrayList<>(run);
    for (StuckThread r : recorded) {
      List<String> want = top(r.frames());
      if (want.isEmpty()) {
        continue;
      }
      RunOutcome.Stuck match = null;
      for (RunOutcome.Stuck s : left) {
        if (samePlace(want, top(s.frames()), hasExactLine(r)) && sameObject(r, s)) {
          match = s;
          break;
        }
      }
      if (match == null) {
        return false;
      }
      left.remove(match);
    }
    return !run.isEmpty();
  }

  /**
   * A thread that spins or looks again and again may be anywhere in its loop, and compiled code
   * that waits for a monitor names the line behind it.
   */
  private static boolean hasExactLine(StuckThread r) {
    return !List.of("SPINNING", "RUNNABLE", "BLOCKED", "TIMED_WAITING")
        .contains(String.valueOf(r.state()));
  }

  private static boolean samePlace(List<String> want, List<String> have, boolean exactLine) {
    if (have.isEmpty()) {
      return false;
    }
    return exactLine
        ? want.get(0).equals(have.get(0))
        : method(want.get(0)).equals(method(have.get(0)));
  }

  private static boolean sameObject(StuckThread r, RunOutcome.Stuck s) {
    return !"BLOCKED".equals(r.state())
        || r.waitsFor() == null
        || s.object().isEmpty()
        || r.waitsFor().equals(s.object());
  }

  private static String method(String frame) {
    int colon = frame.lastIndexOf(':');
    return colon < 0 ? frame : frame.substring(0, colon);
  }
}
