package dev.heisenbug.cli;

import dev.heisenbug.formats.bundle.Failure;
import dev.heisenbug.formats.bundle.Manifest;
import dev.heisenbug.formats.schedule.Schedule;
import java.io.PrintStream;
import java.util.List;

/** What happened, on one screen: the failure, and who ran when. */
final class Story {
  private static final int SHOWN = 14;
  private final Manifest manifest;
  private final Schedule schedule;

  Story(Manifest manifest, Schedule schedule) {
    this.manifest = manifest;
    this.schedule = schedule;
  }

  void print(PrintStream out) {
    Failure f = manifest.failure();
    out.println();
    out.println("Failure: " + describe(f));
    f.frames().stream().limit(4).forEach(frame -> out.println("    at " + frame));
    out.println();
    if (!schedule.steps().isEmpty()) {
      out.println("What happened:");
      for (Schedule.Step step : schedule.steps()) {
        out.println("    " + describe(step));
      }
      out.println();
    }
    out.println(
        "Schedule ("
            + counted(schedule.contextSwitches(), "context switch", "context switches")
            + ", found by "
            + schedule.provenance()
            + model()
            + "):");
    List<Schedule.Run> runs = schedule.runs();
    int skip = Math.max(0, runs.size() - SHOWN);
    if (skip > 0) {
      out.println("    … " + skip + " turns before");
    }
    for (Schedule.Run r : runs.subList(skip, runs.size())) {
      out.printf("    %-22s %s %s%n", who(r.thread()), does(r), r.source());
    }
    out.println();
  }

  static String counted(int n, String one, String many) {
    return n + " " + (n == 1 ? one : many);
  }

  private String model() {
    String m = schedule.memoryModel();
    boolean delays = schedule.runs().stream().anyMatch(r -> "hold".equals(r.kind()));
    return switch (m == null ? "sc" : m) {
      case "tso" -> ", memory model TSO" + (delays ? "" : ", no store is delayed");
      case "pso" -> ", memory model PSO" + (delays ? "" : ", no store is delayed");
      default -> "";
    };
  }

  private static String does(Schedule.Run r) {
    return switch (r.kind()) {
      case "hold" -> "will store late at";
      case "commit" -> "store becomes visible to others here:";
      case "init" -> "runs until it has to initialise a class at";
      case null, default -> "runs until";
    };
  }

  private String who(String thread) {
    String name = schedule.threads().get(thread);
    return name == null || name.isEmpty() ? thread : thread + " (" + name + ")";
  }

  private String describe(Schedule.Step s) {
    if (s.operation().equals("commit")) {
      return "%-22s store to %s becomes visible to others here  (%s)"
          .formatted(who(s.thread()), s.what(), s.source());
    }
    String value = s.value() == null ? "" : " = " + s.value();
    if (s.operation().equals("delay")) {
      return "%-22s write     %s%s, which others do not see yet  (%s)"
          .formatted(who(s.thread()), s.what(), value, s.source());
    }
    String note = s.note() == null ? "" : "  <- " + s.note();
    return "%-22s %-9s %s%s  (%s)%s"
        .formatted(who(s.thread()), s.operation(), s.what(), value, s.source(), note);
  }

  private static String describe(Failure f) {
    String what = f.type() != null ? f.type() : f.signature();
    String message = f.message() == null ? "" : ": " + f.message();
    return f.kind()
        + " "
        + what
        + message
        + (f.thread() == null ? "" : " in thread " + f.thread() + " (" + f.threadName() + ")");
  }
}
