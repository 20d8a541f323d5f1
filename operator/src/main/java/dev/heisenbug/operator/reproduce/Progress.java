package dev.heisenbug.operator.reproduce;

import dev.heisenbug.crds.HeisenbugReproduction;
import dev.heisenbug.crds.Phase;
import dev.heisenbug.crds.ReproductionStatus;
import dev.heisenbug.formats.schedule.Verdict;
import dev.heisenbug.operator.observe.Conditions;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A reproduction's status in the making. */
final class Progress {
  private final ReproductionStatus before;
  private final Long generation;
  private final Conditions conditions;
  private Phase phase;
  private String verdict;
  private Integer times;
  private Integer runs;
  private Integer contextSwitches;
  private Integer analysisSeconds;
  private Integer replaySeconds;
  private String scheduleKey;
  private String reportKey;
  private String finishedAt;
  private String retried;

  Progress(HeisenbugReproduction reproduction) {
    before =
        reproduction.getStatus() == null ? ReproductionStatus.fresh() : reproduction.getStatus();
    generation = reproduction.getMetadata().getGeneration();
    conditions = new Conditions(before.conditions(), generation);
    phase = before.phase() == null ? Phase.Sealed : before.phase();
    verdict = before.verdict();
    times = before.times();
    runs = before.runs();
    contextSwitches = before.contextSwitches();
    analysisSeconds = before.analysisSeconds();
    replaySeconds = before.replaySeconds();
    scheduleKey = before.scheduleKey();
    reportKey = before.reportKey();
    finishedAt = before.finishedAt();
    retried = before.retried();
  }

  Phase phase() {
    return phase;
  }

  void phase(Phase next) {
    phase = next;
  }

  Conditions conditions() {
    return conditions;
  }

  void analyzed(int seconds, int count, String schedule) {
    analysisSeconds = seconds;
    contextSwitches = count;
    scheduleKey = schedule;
    conditions.set(
        "Analyzed", true, "ScheduleFound", "A schedule with %d context switches.".formatted(count));
  }

  void replayed(int seconds, String report) {
    replaySeconds = seconds;
    reportKey = report;
  }

  void analysisTook(int seconds) {
    analysisSeconds = seconds;
  }

  /** Notes that a Job cannot go on; false if that is no news. */
  boolean stuck(String condition, JobState.Stuck stuck) {
    Condition before = Conditions.find(conditions.list(), condition);
    if (before != null && stuck.reason().equals(before.getReason())) {
      return false;
    }
    conditions.set(condition, false, stuck.reason(), stuck.message());
    return true;
  }

  /** The Job goes on: what kept it from that is over. */
  void unstuck(String condition) {
    Condition before = Conditions.find(conditions.list(), condition);
    if (before != null && "False".equals(before.getStatus())) {
      conditions.remove(condition);
    }
  }

  /** What the program does not find in a Job: the first thing to look at where it does not fail. */
  void environment(List<String> emptyVolumes, List<String> initContainersNotRun) {
    List<String> missing = new ArrayList<>();
    if (!initContainersNotRun.isEmpty()) {
      missing.add(
          "what the init containers %s leave (spec.jobs.initContainers of the capture has them run)"
              .formatted(String.join(", ", initContainersNotRun)));
    }
    if (!emptyVolumes.isEmpty()) {
      missing.add("the content of the volumes " + String.join(", ", emptyVolumes));
    }
    if (missing.isEmpty()) {
      conditions.set(
          "EnvironmentComplete", true, "AsInPod", "Jobs have all volumes that the pod had.");
    } else {
      conditions.set(
          "EnvironmentComplete",
          false,
          initContainersNotRun.isEmpty() ? "VolumesEmpty" : "InitContainersNotRun",
          "Jobs lack " + String.join(" and ", missing) + ".");
    }
  }

  /** Back to the sealed bundle. */
  void retry(String request) {
    retried = request;
    phase = Phase.Sealed;
    verdict = null;
    times = null;
    runs = null;
    contextSwitches = null;
    analysisSeconds = null;
    replaySeconds = null;
    scheduleKey = null;
    reportKey = null;
    finishedAt = null;
    conditions.clear();
  }

  /** The API server took what it had refused before. */
  void recovered() {
    var failed = Conditions.find(conditions.list(), "Failed");
    if (failed != null && "ApiRefused".equals(failed.getReason())) {
      conditions.set("Failed", false, "Recovered", "The API server accepts the request now.");
    }
  }

  /** Ends the reproduction. */
  void decide(Verdict v) {
    verdict = v.text();
    phase = Phase.Finished;
    finishedAt = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    switch (v) {
      case Verdict.Reproduced r -> {
        times = r.times();
        runs = r.runs();
        conditions.set("Reproduced", r.times() == r.runs(), "Replayed", v.text());
      }
      case Verdict.NotReproduced n ->
          conditions.set("Reproduced", false, "NotReproduced", n.reason());
      case Verdict.Unknown u -> conditions.unknown("Reproduced", "Unknown", u.reason());
    }
  }

  /** Of what went wrong first; else of the verdict. Null while all is as it should be. */
  private String reason() {
    return conditions.list().stream()
        .filter(
            c ->
                switch (c.getType()) {
                  case "Failed" -> "True".equals(c.getStatus());
                  case "Sealed", "Analyzed" -> !"True".equals(c.getStatus());
                  case "Reproduced" -> true;
                  default -> false;
                })
        .min(Comparator.comparing(c -> c.getType().equals("Failed") ? 0 : 1))
        .map(Condition::getReason)
        .orElse(null);
  }

  /** The new status, the same object if nothing changed. */
  ReproductionStatus status() {
    ReproductionStatus now =
        new ReproductionStatus(
            generation,
            phase,
            reason(),
            verdict,
            times,
            runs,
            contextSwitches,
            analysisSeconds,
            replaySeconds,
            scheduleKey,
            reportKey,
            finishedAt,
            retried,
            conditions.list());
    return now.equals(before) ? before : now;
  }

  boolean changed() {
    return status() != before;
  }
}
