package dev.heisenbug.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
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
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The whole way from a command to a verdict. */
final class Reproduction {
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

  int run() throws IOException, InterruptedException {
    RecordRunner runner = new RecordRunner(options, command, json ? null : System.err);
    RecordResult result = (json ? runner.withOutputTo(System.err) : runner).run();
    return switch (result) {
      case RecordResult.NotJava other -> say(new Verdict.Unknown(other.sentence()), null, null);
      case RecordResult.NoFailure none ->
          say(
              new Verdict.NotReproduced("no failure in " + none.runs() + " recorded runs"),
              null,
              null);
      case RecordResult.Recorded recorded ->
          recorded.failed()
              ? analyze(recorded)
              : say(new Verdict.NotReproduced("the run did not fail"), null, null);
    };
  }

  private int analyze(RecordResult.Recorded recorded) throws IOException, InterruptedException {
    Path folder = recorded.folder();
    if (!json) {
      System.err.println(
          "recorded run " + recorded.runs() + ": " + recorded.manifest().failure().signature());
    }
    try (Bundle bundle = Bundle.open(folder);
        WorkFolder work = new WorkFolder(null)) {
      AnalysisOptions analysis =
          new AnalysisOptions(
              work.path(),
              Duration.ofSeconds(timeout),
              Duration.ofSeconds(60),
              Duration.ofSeconds(6),
              memoryModel);
      AnalysisResult result = new Analyzer(bundle, analysis, terminal::progress).analyze();
      return switch (result) {
        case AnalysisResult.Infeasible none ->
            say(new Verdict.NotReproduced("infeasible: " + none.core()), bundle, null);
        case AnalysisResult.Unknown unknown ->
            say(new Verdict.Unknown(unknown.reason()), bundle, null);
        case AnalysisResult.Found found -> {
          Schedule schedule = found.schedule();
          schedule.write(folder.resolve(Schedule.FILE));
          schedule.write(ScheduleFile.of(recorded.bundle()));
          Replayer replayer = new Replayer(bundle, schedule, work.path(), Duration.ofSeconds(60));
          Verdict verdict =
              replayer.replay(times, i -> terminal.progress("replay " + i + " of " + times));
          yield say(verdict, bundle, schedule);
        }
      };
    }
  }

  private int say(Verdict verdict, Bundle bundle, Schedule schedule) {
    terminal.clear();
    if (json) {
      ObjectNode node = new ObjectMapper().createObjectNode().put("verdict", verdict.text());
      if (bundle != null) {
        node.put("bundle", bundle.folder().toString());
        node.put("signature", bundle.manifest().failure().signature());
      }
      if (schedule != null) {
        node.putPOJO("schedule", schedule);
      }
      System.out.println(node.toPrettyString());
    } else {
      if (schedule != null) {
        new Story(bundle.manifest(), schedule).print(System.out);
      }
      System.out.println(verdict.text());
      if (bundle != null && keepsBundles) {
        System.out.println("bundle: " + bundle.folder());
      }
    }
    return verdict.exitCode();
  }
}
