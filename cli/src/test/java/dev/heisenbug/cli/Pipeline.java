package dev.heisenbug.cli;

import dev.heisenbug.analyzer.jvm.guided.AnalysisOptions;
import dev.heisenbug.analyzer.jvm.guided.AnalysisResult;
import dev.heisenbug.analyzer.jvm.guided.Analyzer;
import dev.heisenbug.corpus.CorpusProgram;
import dev.heisenbug.corpus.Model;
import dev.heisenbug.formats.bundle.Bundle;
import dev.heisenbug.formats.schedule.Verdict;
import dev.heisenbug.record.RecordOptions;
import dev.heisenbug.record.RecordOptions.Noise;
import dev.heisenbug.record.RecordResult;
import dev.heisenbug.record.RecordRunner;
import dev.heisenbug.replay.Replayer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The way from a program of the corpus to a verdict, as {@code reproduce} goes it. */
final class Pipeline {
  /** The program never failed while it was recorded: nothing is said about the rest. */
  static final Verdict NO_FAILURE = new Verdict.NotReproduced("no run failed");

  private Pipeline() {}

  static Verdict verdict(CorpusProgram program, Path javaHome, Path work, int runs, int times)
      throws Exception {
    Path classes = work.resolve("classes");
    program.compile(Path.of(System.getProperty("java.home")), classes);
    Noise noise = program.model() == Model.PSO ? Noise.WEAK : Noise.AUTO;
    return verdict(program.command(javaHome, classes), noise, work, runs, times);
  }

  static Verdict verdict(List<String> command, Noise noise, Path work, int runs, int times)
      throws Exception {
    RecordOptions options =
        RecordOptions.standard(work.resolve("recordings"))
            .untilFailure(runs)
            .withNoise(noise)
            .withHangSeconds(3)
            .withClocks("all");
    RecordResult result = new RecordRunner(options, command, null).run();
    if (!(result instanceof RecordResult.Recorded recorded) || !recorded.failed()) {
      return NO_FAILURE;
    }
    try (Bundle bundle = Bundle.open(recorded.folder())) {
      AnalysisOptions analysis =
          new AnalysisOptions(
              work.resolve("analysis"),
              Duration.ofSeconds(240),
              Duration.ofSeconds(60),
              Duration.ofSeconds(5),
              MemoryModels.AUTO);
      return switch (new Analyzer(bundle, analysis, text -> {}).analyze()) {
        case AnalysisResult.Infeasible none -> new Verdict.NotReproduced(none.core());
        case AnalysisResult.Unknown unknown -> new Verdict.Unknown(unknown.reason());
        case AnalysisResult.Found found ->
            new Replayer(bundle, found.schedule(), work.resolve("replay"), Duration.ofSeconds(60))
                .replay(times, i -> {});
      };
    }
  }
}
