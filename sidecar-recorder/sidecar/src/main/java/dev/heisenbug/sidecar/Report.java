package dev.heisenbug.sidecar;

import dev.heisenbug.formats.bundle.Bundle;
import dev.heisenbug.formats.bundle.BundleException;
import dev.heisenbug.formats.bundle.Failure;
import dev.heisenbug.formats.schedule.Schedule;
import dev.heisenbug.formats.transfer.StageResult;
import dev.heisenbug.formats.transfer.TransferNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The story of a reproduction as text, for whoever opens the bundle's folder in storage. */
final class Report {
  private final StringBuilder text = new StringBuilder();

  private Report() {}

  /** A report that cannot be made is no reason to lose the result. */
  static void write(Path work, StageResult result) {
    Path schedule = work.resolve(TransferNames.SCHEDULE);
    try (Bundle bundle = Bundle.open(work.resolve(TransferNames.BUNDLE))) {
      Report report = new Report();
      report.failure(bundle.manifest().failure());
      if (Files.exists(schedule)) {
        report.schedule(Schedule.read(schedule));
      }
      report.line("");
      report.line("Last stage, after %d s:", result.seconds());
      report.line("%s", result.output().strip());
      Files.writeString(work.resolve(TransferNames.REPORT), report.text);
    } catch (BundleException e) {
      Log.say("no report: %s", e.getMessage());
    } catch (IOException e) {
      Log.say("no report: %s", e);
    }
  }

  private void failure(Failure failure) {
    line("Failure: %s %s", failure.kind(), failure.type() == null ? "" : failure.type());
    if (failure.message() != null) {
      line("    %s", failure.message());
    }
    failure.frames().stream().limit(8).forEach(frame -> line("    at %s", frame));
  }

  private void schedule(Schedule schedule) {
    if (!schedule.steps().isEmpty()) {
      line("");
      line("What happened:");
      for (Schedule.Step s : schedule.steps()) {
        String value = s.value() == null ? "" : " = " + s.value();
        line(
            "    %-24s %-8s %s%s  (%s)",
            who(schedule, s.thread()), s.operation(), s.what(), value, s.source());
      }
    }
    line("");
    line(
        "Schedule: %d context switches, found by %s",
        schedule.contextSwitches(), schedule.provenance());
    for (Schedule.Run run : schedule.runs()) {
      line("    %-24s runs until %s", who(schedule, run.thread()), run.source());
    }
  }

  private static String who(Schedule schedule, String thread) {
    String name = schedule.threads().get(thread);
    return name == null ? thread : thread + " (" + name + ")";
  }

  private void line(String format, Object... values) {
    text.append(format.formatted(values)).append('\n');
  }
}
