package dev.heisenbug.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a controlled run came to: the agent's {@code outcome.tsv}, read.
 *
 * @param status completed, failed, exit, deadlock, hang, timeout, mismatch, diverged, or crashed if
 *     the agent wrote nothing
 * @param clockWentBack whether a thread was given a recorded time before one that another had seen
 * @param plan the handovers as they happened: feeding them back gives the same run
 */
public record RunOutcome(
    String status,
    List<Failed> failures,
    List<Stuck> stuck,
    List<ThreadState> threads,
    List<PlanStep> plan,
    List<Mismatch> mismatches,
    String divergence,
    boolean logComplete,
    boolean clockWentBack,
    int exitCode) {
  /**
   * Where a thread left its recording.
   *
   * @param what PATH, LOOP, THROWN, SYNC, CHILD or END: what the thread did
   * @param method {@code owner.name(desc)}, empty if it was no token of a method
   * @param expectedType type of the recording's next event
   * @param path number of the next path in the recording, from that event on, or -1
   */
  public record Mismatch(
      String thread,
      String what,
      String method,
      String expectedType,
      long expected,
      long actual,
      long path) {}

  /**
   * A failure that the run showed.
   *
   * @param cause the program's frame that the innermost cause comes from, null if there is none
   */
  public record Failed(
      String kind,
      String thread,
      String detail,
      String message,
      List<String> frames,
      String cause) {}

  /** A thread that could not go on at the end. */
  public record Stuck(
      String thread, String reason, String object, String owner, List<String> frames) {}

  /** A thread at the end of the run, and how far it followed its recording. */
  public record ThreadState(String id, int points, String state, String name, String recording) {
    public boolean mismatched() {
      return recording.contains("expected");
    }

    /** Recorded events that the run had in common. */
    public long matched() {
      int at = recording.indexOf("matched=");
      if (at < 0) {
        return 0;
      }
      int end = recording.indexOf(' ', at);
      return Long.parseLong(recording.substring(at + 8, end < 0 ? recording.length() : end));
    }
  }

  /** Recorded events over all threads that the run had in common. */
  public long matched() {
    return threads.stream().mapToLong(ThreadState::matched).sum();
  }

  static RunOutcome crashed(int exitCode) {
    return new RunOutcome(
        "crashed", List.of(), List.of(), List.of(), List.of(), List.of(), null, false, false,
        exitCode);
  }

  static RunOutcome read(Path file, int exitCode) throws IOException {
    if (!Files.exists(file)) {
      return crashed(exitCode);
    }
    List<String> lines = Files.readAllLines(file);
    if (lines.isEmpty() || !lines.get(lines.size() - 1).equals("end")) {
      return crashed(exitCode);
    }
    return new Parser(lines).parse(exitCode);
  }

  /** Reads the lines; a frame belongs to the failure or stuck thread above it. */
  private static final class Parser {
    private final List<String> lines;
    private final List<Failed> failures = new ArrayList<>();
    private final List<Stuck> stuck = new ArrayList<>();
    private final List<ThreadState> threads = new ArrayList<>();
    private final List<PlanStep> plan = new ArrayList<>();
    private final List<Mismatch> mismatches = new ArrayList<>();
    private String[] open;
    private String message = "";
    private String cause;
    private List<String> frames = new ArrayList<>();
    private String status = "crashed";
    private String divergence;
    private boolean complete;
    private boolean clockWentBack;

    Parser(List<String> lines) {
      this.lines = lines;
    }

    RunOutcome parse(int exitCode) {
      for (String line : lines) {
        String[] f = line.split("\t", -1);
        switch (f[0]) {
          case "failure", "blocked" -> {
            close();
            open = f;
          }
          case "message" -> message = f[1];
          case "frame" -> frames.add(f[1]);
          case "cause" -> cause = f[1];
          case "mismatch" -> mismatch(f);
          case "diverged" -> divergence = f[1];
          case "status" -> status = f[1];
          case "thread" -> threads.add(new ThreadState(f[1], number(f[2]), f[3], f[4], f[5]));
          case "run", "init", "hold", "commit", "hashes" -> plan.add(step(f));
          case "clock" -> clockWentBack = f[1].equals("back");
          case "log" -> complete = f[1].equals("complete");
          default -> {}
        }
      }
      close();
      return new RunOutcome(
          status,
          failures,
          stuck,
          threads,
          plan,
          mismatches,
          divergence,
          complete,
          clockWentBack,
          exitCode);
    }

    private static PlanStep step(String[] f) {
      PlanStep.Kind kind = PlanStep.Kind.valueOf(f[0].toUpperCase(java.util.Locale.ROOT));
      return new PlanStep(kind, f[1], number(f[2]), f[3]);
    }

    private void mismatch(String[] f) {
      int colon = f[4].indexOf(':');
      mismatches.add(
          new Mismatch(
              f[1],
              f[2],
              f[3],
              f[4].substring(0, colon),
              Long.parseLong(f[4].substring(colon + 1)),
              Long.parseLong(f[5]),
              f.length > 6 ? Long.parseLong(f[6]) : -1));
    }

    private void close() {
      if (open != null && open[0].equals("failure")) {
        failures.add(new Failed(open[1], open[2], open[3], message, frames, cause));
      } else if (open != null) {
        stuck.add(new Stuck(open[1], open[2], open[3], open.length > 4 ? open[4] : "", frames));
      }
      open = null;
      message = "";
      cause = null;
      frames = new ArrayList<>();
    }

    private static int number(String s) {
      return Integer.parseInt(s);
    }
  }
}
