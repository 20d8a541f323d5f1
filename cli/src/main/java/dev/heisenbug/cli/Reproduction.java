package dev.heisenbug.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.heisenbug.analyzer.jvm.guided.AnalysisOptions;
import dev.heisenbug.analyzer.jvm.guided.AnalysisResult;
import dev.heisenbug.analyzer.jvm.guided.Analyzer;
import dev.heisenbug.formats.bundle.Bundle;
import dev.heisenbug.formats.schedule.Schedule;
import dev.heisenbug.formats.schedule.Verdict;
import dev.heisenbug.record.RecordOptions;
import dev.heisenbug.record.RecordResult;
import dev.heisenbug.record.RecordRunner;
import dev.heisenbug.replay.Replayer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** The whole way from a command to a verdict. */
final class Reproduction {
  private static final int ATTEMPTS = 3;
  private final RecordOptions options;
  private final List<String> command;
  private final int timeout;
  private final int times;
  private final boolean json;
  private boolean keepsBundles = true;
  private String memoryModel = MemoryModels.AUTO;
  private final Terminal terminal;

  Reproduction(RecordOptions options, List<String> command, int timeout, int times, boolean json) {
    this.options = options;
    this.command = command;
    this.timeout = timeout;
    this.times = times;
    this.json = json;
    terminal = new Terminal(json);
  }

  /** The recordings go away with the caller, so there is no use in naming them. */
  Reproduction forgetting() {
    keepsBundles = false;
    return this;
  }

  /** Looks for schedules under one memory model only. */
  Reproduction under(String model) {
    memoryModel = MemoryModels.checked(model);
    return this;
  }

  /**
   * A failure that is hard to find again may have been a rare one: with time left the command is
   * recorded once more, and what comes then is as good a start.
   */
  int run() throws IOException, InterruptedException {
    Duration left = Duration.ofSeconds(timeout);
    Answer best = null;
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      long start = System.nanoTime();
      RecordResult result = record(attempt);
      if (!(result instanceof RecordResult.Recorded recorded) || !recorded.failed()) {
        return best == null ? notRecorded(result) : say(best);
      }
      if (recorded.interrupted()) {
        return say(new Answer(new Verdict.Unknown("interrupted before analysis"), recorded, null));
      }
      Duration share = left.dividedBy(ATTEMPTS + 1 - attempt);
      // What fails once in a while only is not waited for again.
      boolean last = since(start).compareTo(share) > 0;
      long recordedAt = System.nanoTime();
      Answer answer = analyze(recorded, last ? left : share);
      Duration used = since(recordedAt);
      best = best == null || answer.schedule() != null ? answer : best;
      boolean hopeless = answer.schedule() == null && used.compareTo(share) < 0;
      left = left.minus(used);
      if (last || hopeless || left.isNegative() || answer.verdict().exitCode() == 0) {
        break;
      }
      if (attempt < ATTEMPTS) {
        note(answer.verdict().text() + "; recording once more");
      }
    }
    return say(best);
  }

  /** What one recording led to; the schedule is null if none was found. */
  private record Answer(Verdict verdict, RecordResult.Recorded recorded, Schedule schedule) {}

  private static Duration since(long nanos) {
    return Duration.ofNanos(System.nanoTime() - nanos);
  }

  private RecordResult record(int attempt) throws IOException, InterruptedException {
    RecordOptions noise = options.withSeed(options.seed() + attempt - 1);
    RecordRunner runner = new RecordRunner(noise, command, json ? null : System.err);
    return (json ? runner.withOutputTo(System.err) : runner).run();
  }

  private int notRecorded(RecordResult result) {
    return switch (result) {
      case RecordResult.NotStarted other -> throw new IllegalArgumentException(other.sentence());
      case RecordResult.NotJava other -> nothing(new Verdict.Unknown(other.sentence()));
      case RecordResult.NotEnded other -> nothing(new Verdict.Unknown(other.sentence()));
      case RecordResult.NoFailure none ->
          nothing(
              new Verdict.NotReproduced(
                  "no failure in " + Story.counted(none.runs(), "recorded run", "recorded runs")));
      case RecordResult.Recorded recorded ->
          nothing(new Verdict.NotReproduced("the run did not fail"));
    };
  }

  private int nothing(Verdict verdict) {
    return say(new Answer(verdict, null, null));
  }

  private void note(String text) {
    if (!json) {
      terminal.clear();
      System.err.println(text);
    }
  }

  private Answer analyze(RecordResult.Recorded recorded, Duration time)
      throws IOException, InterruptedException {
    note("recorded run " + recorded.runs() + ": " + recorded.manifest().failure().signature());
    try (Bundle bundle = Bundle.open(recorded.folder());
        WorkFolder work = new WorkFolder(null);
        Ending ending = new Ending(kept(recorded), json)) {
      AnalysisOptions analysis = AnalysisOptions.standard(work.path(), time, memoryModel);
      AnalysisResult result = new Analyzer(bundle, analysis, terminal::progress).analyze();
      Answer answer =
          switch (result) {
            case AnalysisResult.Infeasible none ->
                new Answer(new Verdict.NotReproduced("infeasible: " + none.core()), recorded, null);
            case AnalysisResult.Unknown unknown ->
                new Answer(new Verdict.Unknown(unknown.reason()), recorded, null);
            case AnalysisResult.Found found -> replay(bundle, recorded, found.schedule(), analysis);
          };
      ending.over();
      return answer;
    }
  }

  private String kept(RecordResult.Recorded recorded) {
    return keepsBundles
        ? "the recorded failure is kept in %s: heisenbug analyze goes on from there."
            .formatted(recorded.folder())
        : "nothing is kept.";
  }

  private Answer replay(
      Bundle bundle, RecordResult.Recorded recorded, Schedule schedule, AnalysisOptions limits)
      throws IOException, InterruptedException {
    schedule.write(recorded.folder().resolve(Schedule.FILE));
    schedule.write(ScheduleFile.of(recorded.bundle()));
    Replayer replayer = new Replayer(bundle, schedule, limits.work(), limits.runTimeout());
    Verdict verdict =
        replayer.replay(times, i -> terminal.progress("replay " + i + " of " + times));
    return new Answer(verdict, recorded, schedule);
  }

  private int say(Answer answer) {
    terminal.clear();
    if (json) {
      System.out.println(asJson(answer).toPrettyString());
    } else {
      print(answer);
    }
    return answer.verdict().exitCode();
  }

  private static ObjectNode asJson(Answer answer) {
    ObjectNode node = VerdictJson.of(answer.verdict());
    if (answer.recorded() != null) {
      node.put("bundle", answer.recorded().folder().toString());
      node.put("signature", answer.recorded().manifest().failure().signature());
    }
    if (answer.schedule() != null) {
      node.putPOJO("schedule", answer.schedule());
    }
    return node;
  }

  private void print(Answer answer) {
    if (answer.schedule() != null) {
      new Story(answer.recorded().manifest(), answer.schedule()).print(System.out);
    }
    System.out.println(answer.verdict().text());
    if (answer.recorded() != null && keepsBundles) {
      System.out.println("bundle: " + answer.recorded().folder());
    }
  }
}
