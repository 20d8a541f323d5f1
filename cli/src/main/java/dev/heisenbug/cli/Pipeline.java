package dev.heisenbug.cli;

import dev.heisenbug.analyzer.jvm.guided.AnalysisOptions;
import dev.heisenbug.analyzer.jvm.guided.AnalysisResult;
import dev.heisenbug.analyzer.jvm.guided.Analyzer;
import dev.heisenbug.corpus.CorpusProgram;
import dev.heisenbug.corpus.Model;
import dev.heisenbug.formats.bundle.Bundle;
import dev.heisenbug.formats.schedule.Schedule;
import dev.heisenbug.formats.schedule.Verdict;
import dev.heisenbug.record.RecordOptions;
import dev.heisenbug.record.RecordOptions.Noise;
import dev.heisenbug.record.RecordResult;
import dev.heisenbug.record.RecordRunner;
import dev.heisenbug.replay.Replayer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Goes the whole way with one program of the corpus and takes the time of each part. */
final class Pipeline {
  private static final int HANG_SECONDS = 3;

  /** The program never failed while it was recorded: nothing is said about the rest. */
  static final Verdict NO_FAILURE = new Verdict.NotReproduced("no recorded run failed");

  private final Path jdk;
  private final int runs;
  private final int times;
  private final int timeout;
  private final Path keep;

  Pipeline(Path jdk, int runs, int times, int timeout) {
    this(jdk, runs, times, timeout, null);
  }

  /**
   * @param keep where recordings and runs that led to no reproduction stay, or null
   */
  Pipeline(Path jdk, int runs, int times, int timeout, Path keep) {
    this.jdk = jdk;
    this.runs = runs;
    this.times = times;
    this.timeout = timeout;
    this.keep = keep;
  }

  /**
   * One program's figures.
   *
   * @param recordedRuns recorded runs up to the failure, 0 if none failed
   * @param recording seconds for those
   * @param analysis seconds to a confirmed, shortened schedule
   * @param replay seconds for one replay, the mean of all
   * @param provenance how the schedule was found, or empty
   */
  record Row(
      String program,
      int recordedRuns,
      double recording,
      double analysis,
      double replay,
      int contextSwitches,
      String provenance,
      Verdict verdict) {
    static final String FORMAT = "%-32s %6s %9s %9s %9s %9s  %-8s %s%n";
    static final String[] HEADER = {
      "program", "runs", "record s", "analyze s", "replay s", "switches", "found by", "verdict"
    };

    Row afterAnalysis(double seconds) {
      return new Row(program, recordedRuns, recording, seconds, 0, 0, "", verdict);
    }

    Row afterReplay(Schedule s, double seconds) {
      return new Row(
          program,
          recordedRuns,
          recording,
          analysis,
          seconds,
          s.contextSwitches(),
          s.provenance(),
          verdict);
    }

    Row ending(Verdict end) {
      return new Row(
          program, recordedRuns, recording, analysis, replay, contextSwitches, provenance, end);
    }

    boolean reproduced() {
      return verdict instanceof Verdict.Reproduced;
    }

    Object[] cells() {
      return new Object[] {
        program,
        recordedRuns,
        seconds(recording),
        seconds(analysis),
        seconds(replay),
        reproduced() ? contextSwitches : "-",
        provenance,
        verdict.text()
      };
    }

    Map<String, Object> json() {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("program", program);
      map.put("recordedRuns", recordedRuns);
      map.put("recordSeconds", recording);
      map.put("analyzeSeconds", analysis);
      map.put("replaySeconds", replay);
      map.put("contextSwitches", contextSwitches);
      map.put("provenance", provenance);
      map.put("verdict", verdict.text());
      return map;
    }

    private static String seconds(double s) {
      return "%.1f".formatted(s);
    }
  }

  /** Compiles a program of the corpus and goes the whole way with it. */
  Row measure(CorpusProgram program) throws IOException, InterruptedException {
    Path wanted = keep == null ? null : keep.resolve(program.name());
    try (WorkFolder work = new WorkFolder(wanted)) {
      Path classes = work.path().resolve("classes");
      program.compile(Path.of(System.getProperty("java.home")), classes);
      Noise noise = program.model() == Model.PSO ? Noise.WEAK : Noise.AUTO;
      Row row = measure(program.name(), program.command(jdk, classes), noise, work.path());
      if (row.reproduced()) {
        work.remove();
      }
      return row;
    }
  }

  Row measure(String name, List<String> command, Noise noise, Path work)
      throws IOException, InterruptedException {
    RecordOptions options =
        RecordOptions.standard(work.resolve("recordings"))
            .untilFailure(runs)
            .withNoise(noise)
            .withHangSeconds(HANG_SECONDS)
            .withClocks("all");
    long start = System.nanoTime();
    RecordResult result =
        new RecordRunner(options, command, null)
            .withOutputTo(OutputStream.nullOutputStream())
            .run();
    double recording = secondsSince(start);
    if (!(result instanceof RecordResult.Recorded recorded) || !recorded.failed()) {
      return new Row(name, 0, recording, 0, 0, 0, "", NO_FAILURE);
    }
    Row row = new Row(name, recorded.runs(), recording, 0, 0, 0, "", NO_FAILURE);
    try (Bundle bundle = Bundle.open(recorded.folder())) {
      return analyzed(row, bundle, work);
    }
  }

  private Row analyzed(Row row, Bundle bundle, Path work) throws IOException, InterruptedException {
    AnalysisOptions options =
        AnalysisOptions.standard(
            work.resolve("analysis"), Duration.ofSeconds(timeout), MemoryModels.AUTO);
    long start = System.nanoTime();
    AnalysisResult result = new Analyzer(bundle, options, text -> {}).analyze();
    Row so = row.afterAnalysis(secondsSince(start));
    return switch (result) {
      case AnalysisResult.Found found ->
          replayed(so, bundle, found.schedule(), work, options.runTimeout());
      case AnalysisResult.Infeasible none ->
          so.ending(new Verdict.NotReproduced("infeasible: " + none.core()));
      case AnalysisResult.Unknown unknown -> so.ending(new Verdict.Unknown(unknown.reason()));
    };
  }

  private Row replayed(Row row, Bundle bundle, Schedule schedule, Path work, Duration oneRun)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    Verdict verdict =
        new Replayer(bundle, schedule, work.resolve("replay"), oneRun).replay(times, i -> {});
    return row.afterReplay(schedule, secondsSince(start) / times).ending(verdict);
  }

  private static double secondsSince(long start) {
    return (System.nanoTime() - start) / 1e9;
  }
}
