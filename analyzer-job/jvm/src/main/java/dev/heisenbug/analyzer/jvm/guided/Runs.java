package dev.heisenbug.analyzer.jvm.guided;

import dev.heisenbug.formats.bundle.Bundle;
import dev.heisenbug.formats.bundle.Failure;
import dev.heisenbug.launch.ControlledRun;
import dev.heisenbug.launch.PlanStep;
import dev.heisenbug.launch.RunOutcome;
import dev.heisenbug.launch.RunSettings;
import dev.heisenbug.launch.RunSettings.Policy;
import dev.heisenbug.launch.RunSettings.Visit;
import dev.heisenbug.launch.Signatures;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Starts controlled runs in numbered folders and tells whether they failed as recorded. */
final class Runs {
  /** Share of the budget for finding a schedule in which no clock goes back. */
  private static final int TIMES_SHARE = 4;

  /** So many runs of a search have the usual identity hashes. */
  private static final int SAME_HASHES = 8;

  private static final int PATIENCE = 5;
  private static final Duration LEAST_PATIENCE = Duration.ofSeconds(4);
  private final SideBySide launcher;
  private final Failure failure;
  private final AnalysisOptions options;
  private final String model;
  private final AtomicInteger count;
  private final AtomicLong guidedNanos;
  private final AtomicLong end;
  private final TimesInOrder times;

  Runs(Bundle bundle, AnalysisOptions options) throws IOException {
    this(
        launcher(bundle),
        bundle.manifest().failure(),
        options,
        "sc",
        new AtomicInteger(),
        new AtomicLong(),
        new AtomicLong(System.nanoTime() + options.timeout().toNanos()),
        new TimesInOrder(options.timeout().dividedBy(TIMES_SHARE)));
  }

  private Runs(
      SideBySide launcher,
      Failure failure,
      AnalysisOptions options,
      String model,
      AtomicInteger count,
      AtomicLong guidedNanos,
      AtomicLong end,
      TimesInOrder times) {
    this.launcher = launcher;
    this.failure = failure;
    this.options = options;
    this.model = model;
    this.count = count;
    this.guidedNanos = guidedNanos;
    this.end = end;
    this.times = times;
  }

  private static SideBySide launcher(Bundle bundle) throws IOException {
    Failure recorded = bundle.manifest().failure();
    return new SideBySide(
        new ControlledRun(bundle)::run, outcome -> Signatures.same(recorded, outcome));
  }

  /** The same program under another memory model; folders are numbered together. */
  Runs under(String otherModel) {
    return new Runs(launcher, failure, options, otherModel, count, guidedNanos, end, times);
  }

  /** From now on all runs end at this moment, or a few seconds after they began. */
  void until(long nanoTime) {
    end.set(nanoTime);
  }

  TimesInOrder times() {
    return times;
  }

  String model() {
    return model;
  }

  int count() {
    return count.get();
  }

  /** How long the longest run along the recording took. */
  Duration guidedTime() {
    return Duration.ofNanos(guidedNanos.get());
  }

  boolean failed(RunOutcome outcome) {
    return Signatures.same(failure, outcome);
  }

  Path folder() {
    return options.work().resolve("run-" + count.incrementAndGet());
  }

  RunOutcome guided(Path folder, List<PlanStep> prefix) throws IOException, InterruptedException {
    long start = System.nanoTime();
    RunOutcome outcome = run(RunSettings.guided(folder, prefix, limited(options.runTimeout())));
    guidedNanos.accumulateAndGet(System.nanoTime() - start, Math::max);
    return outcome;
  }

  RunOutcome attempt(List<PlanStep> plan) throws IOException, InterruptedException {
    return inOrder(RunSettings.attempt(folder(), plan, patience()));
  }

  RunOutcome strict(List<PlanStep> plan) throws IOException, InterruptedException {
    return inOrder(replay(plan));
  }

  /** Follows a plan strictly and takes recorded times as they are. */
  RunOutcome withTimesAsRecorded(List<PlanStep> plan) throws IOException, InterruptedException {
    return run(replay(plan));
  }

  private RunSettings replay(List<PlanStep> plan) {
    return RunSettings.replay(folder(), plan, limited(options.runTimeout()), true);
  }

  /** Follows a plan strictly, with a log. */
  RunOutcome traced(Path folder, List<PlanStep> plan) throws IOException, InterruptedException {
    return inOrder(RunSettings.traced(folder, plan, limited(options.runTimeout())));
  }

  /** A schedule can make the program go round for ever: one that is only tried gets less time. */
  private Duration patience() {
    Duration much = Duration.ofNanos(PATIENCE * guidedNanos.get()).plus(LEAST_PATIENCE);
    return limited(much.compareTo(options.runTimeout()) < 0 ? much : options.runTimeout());
  }

  /** A run that begins shortly before the end still has time to show something. */
  private Duration limited(Duration most) {
    Duration left = Duration.ofNanos(end.get() - System.nanoTime());
    Duration least = left.compareTo(LEAST_PATIENCE) < 0 ? LEAST_PATIENCE : left;
    return most.compareTo(least) < 0 ? most : least;
  }

  /** A random schedule that does not look at the recording. */
  RunOutcome random(Policy policy, long seed, int length) throws IOException, InterruptedException {
    return searching(RunSettings.random(folder(), policy, seed, length, patience()));
  }

  /** A schedule with priorities that change at these visits. */
  RunOutcome watching(List<Visit> watch, long seed) throws IOException, InterruptedException {
    return searching(RunSettings.watching(folder(), watch, seed, patience()));
  }

  /**
   * What went wrong may need two identity hashes to fall together, as they did by chance when it
   * was recorded: after the first runs, every second one has others.
   */
  private RunOutcome searching(RunSettings settings) throws IOException, InterruptedException {
    long seed = settings.seed();
    boolean others = seed > SAME_HASHES && seed / 2 % 2 == 0;
    return inOrder(others ? settings.withHashes((int) seed) : settings);
  }

  /** A random schedule whose log shows what the threads share. */
  RunOutcome survey(Path folder, long seed) throws IOException, InterruptedException {
    return inOrder(RunSettings.survey(folder, seed, patience()));
  }

  /** Along the recording, at an even pace between its clocks. */
  RunOutcome paced() throws IOException, InterruptedException {
    return run(RunSettings.paced(folder(), patience()));
  }

  /** A random schedule close to the recording, after a given beginning. */
  RunOutcome wander(List<PlanStep> prefix, long seed) throws IOException, InterruptedException {
    return run(RunSettings.wander(folder(), prefix, seed, patience()));
  }

  /** Runs that are compared with the recording need its times; all others do without. */
  private RunOutcome inOrder(RunSettings settings) throws IOException, InterruptedException {
    return run(settings.withSteadyClock(times.kept()));
  }

  private RunOutcome run(RunSettings settings) throws IOException, InterruptedException {
    return launcher.run(settings.withMemoryModel(model));
  }
}
