package dev.heisenbug.cli;

import dev.heisenbug.formats.bundle.Failure;
import dev.heisenbug.formats.bundle.FailureKind;
import dev.heisenbug.formats.bundle.Frames;
import dev.heisenbug.formats.bundle.Manifest;
import dev.heisenbug.formats.schedule.Schedule;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What happened, on one screen: the failure, and who ran when. */
final class Story {
  private static final int SHOWN = 14;
  private static final int FRAMES = 4;
  private static final int COLUMNS = 100;
  private static final String WAIT_SET = ".wait";
  private static final String INDENT = "    ";
  private static final Pattern THREAD =
      Pattern.compile("(?<![\\w.#$\\[~])~?n?\\d+(?:\\.\\d+)*(?![\\w.])");
  private static final Pattern OWNER = Pattern.compile("(?<=held by |the end of |run by )\\S+");
  private final Manifest manifest;
  private final Schedule schedule;

  /** How wide the column with the threads is. */
  private final int column;

  Story(Manifest manifest, Schedule schedule) {
    this.manifest = manifest;
    this.schedule = schedule;
    column =
        Stream.concat(
                schedule.steps().stream().map(Schedule.Step::thread),
                schedule.runs().stream().map(Schedule.Run::thread))
            .mapToInt(t -> who(t).length())
            .max()
            .orElse(1);
  }

  void print(PrintStream out) {
    Failure f = manifest.failure();
    out.println();
    out.println("Recorded failure: " + describe(f));
    f.frames().stream()
        .filter(frame -> f.kind() != FailureKind.EXIT || !frame.startsWith("java.lang."))
        .limit(FRAMES)
        .forEach(frame -> out.println(INDENT + "at " + Frames.readable(frame)));
    out.println();
    if (!schedule.steps().isEmpty()) {
      out.println("What happened:");
      schedule.steps().forEach(step -> print(step, out));
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
      out.println(INDENT + "… " + skip + " turns before");
    }
    Schedule.Run last = null;
    for (Schedule.Run r : runs.subList(skip, runs.size())) {
      if ("hashes".equals(r.kind())) {
        out.println(INDENT + "identity hashes as they fall in one run of many");
      } else {
        out.println(INDENT + label(r.thread()) + "  " + turn(r, last));
      }
      last = r;
    }
    out.println();
  }

  static String counted(int n, String one, String many) {
    return n + " " + (n == 1 ? one : many);
  }

  private String model() {
    String m = schedule.memoryModel();
    boolean delays = schedule.runs().stream().anyMatch(r -> "hold".equals(r.kind()));
    if (m == null || m.equals("sc")) {
      return "";
    }
    String late = m.equals("pso") ? "late and in another order" : "late";
    return ", memory model "
        + m.toUpperCase(Locale.ROOT)
        + (delays ? ": others see stores " + late : ", no store is delayed");
  }

  private static String turn(Schedule.Run r, Schedule.Run last) {
    return r.thread().startsWith(Schedule.OTHER_PROCESS)
        ? "does what it did when that was recorded"
        : does(r, last) + " " + r.source();
  }

  /** A thread that has two turns one after the other has waited between them. */
  private static String does(Schedule.Run r, Schedule.Run last) {
    return switch (r.kind()) {
      case "hold" -> "will store late at";
      case "commit" -> "store becomes visible to others here:";
      case "init" -> "runs until it has to initialise a class at";
      case null, default ->
          last != null && last.kind() == null && last.thread().equals(r.thread())
              ? "has waited, then runs until"
              : "runs until";
    };
  }

  private String who(String thread) {
    String name = schedule.threads().get(thread);
    if (name != null && thread.startsWith(Schedule.OTHER_PROCESS)) {
      return name;
    }
    return name == null || name.isEmpty() ? thread : thread + " (" + name + ")";
  }

  private String label(String thread) {
    String who = who(thread);
    return who + " ".repeat(Math.max(0, column - who.length()));
  }

  /** Names the threads of which a remark tells. */
  private String named(Pattern ids, String text) {
    return ids.matcher(text).replaceAll(found -> Matcher.quoteReplacement(who(found.group())));
  }

  /** A remark that is too long for the line stands below what it is about. */
  private void print(Schedule.Step s, PrintStream out) {
    String line = INDENT + label(s.thread()) + "  " + tell(s);
    if (s.note() == null) {
      out.println(line);
      return;
    }
    String note = "<- " + named(THREAD, s.note());
    boolean fits = line.length() + 2 + note.length() <= COLUMNS;
    String gap = fits ? "  " : System.lineSeparator() + INDENT + " ".repeat(column + 4);
    out.println(line + gap + note);
  }

  private String tell(Schedule.Step s) {
    String source = s.source().isEmpty() ? "" : "  (" + s.source() + ")";
    if (s.operation().equals("commit")) {
      return "store to %s becomes visible to others here%s".formatted(s.what(), source);
    }
    String value = s.value() == null ? "" : " = " + s.value();
    if (s.operation().equals("delay")) {
      return "write  %s%s, which others do not see yet%s".formatted(s.what(), value, source);
    }
    String what =
        switch (s.operation()) {
          case "waits" -> named(OWNER, s.what());
          case "starts", "join" -> who(s.what());
          default -> s.what().endsWith(WAIT_SET) ? s.what().replaceFirst("\\.wait$", "") : s.what();
        };
    return "%-6s %s%s%s".formatted(operation(s), what, value, source);
  }

  /** In Java's own words where a monitor is meant. */
  private static String operation(Schedule.Step s) {
    if (!s.what().endsWith(WAIT_SET)) {
      return s.operation();
    }
    return switch (s.operation()) {
      case "signal" -> "notify";
      case "broadcast" -> "notifyAll";
      default -> s.operation();
    };
  }

  private static String describe(Failure f) {
    String what =
        switch (f.kind()) {
          case EXIT -> "exit with status " + f.status();
          case DEADLOCK -> "deadlock";
          case HANG -> "hang";
          case EXCEPTION, ASSERTION, SIGNAL -> f.type() != null ? f.type() : f.signature();
        };
    String message = f.message() == null ? "" : ": " + f.message();
    return what
        + message
        + (f.thread() == null ? "" : ", in thread " + f.thread() + " (" + f.threadName() + ")");
  }
}
