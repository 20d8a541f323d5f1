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
  private static final int PATIENCE = 5;
  private static final Duration LEAST_PATIENCE = Duration.ofSeconds(4);
  private final ControlledRun launcher;
  private final Failure failure;
  private final AnalysisOptions options;
  private final String model;
  private final AtomicInteger count;
  private final AtomicLong guidedNanos;
  private final AtomicLong end;

  Runs(Bundle bundle, AnalysisOptions options) throws IOException {
    this(
        new ControlledRun(bundle),
        bundle.manifest().failure(),
        options,
        "sc",
        new AtomicInteger(),
        new AtomicLong(),
        new AtomicLong(System.nanoTime() + options.timeout().toNanos()));
  }

  private Runs(
      ControlledRun launcher,
      Failure failure,
      AnalysisOptions options,
      String model,
      AtomicInteger count,
      AtomicLong guidedNanos,
      AtomicLong end) {
    this.launcher = launcher;
    this.failure = failure;
    this.options = options;
    this.model = model;
    this.count = count;
    this.guidedNanos = guidedNanos;
    this.end = end;
  }

  /** The same program under another memory model; folders are numbered together. */
  Runs under(String otherModel) {
    return new Runs(launcher, failure, options, otherModel, count, guidedNanos, end);
  }

  /** From now on all runs end at this moment, or a few seconds after they began. */
  void until(long nanoTime) {
    end.set(nanoTime);
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
    return run(RunSettings.attempt(folder(), plan, patience()));
  }

  RunOutcome strict(List<PlanStep> plan) throws IOException, InterruptedException {
    return run(RunSettings.replay(folder(), plan, limited(options.runTimeout()), true));
  }

  /** Follows a plan strictly, with a log. */
  RunOutcome traced(Path folder, List<PlanStep> plan) throws IOException, InterruptedException {
    return run(RunSettings.traced(folder, plan, limited(options.runTimeout())));
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
    return run(RunSettings.random(folder(), policy, seed, length, patience()));
  }

  /** A schedule with priorities that change at these visits. */
  RunOutcome watching(List<Visit> watch, long seed) throws IOException, InterruptedException {
    return run(RunSettings.watching(folder(), watch, seed, patience()));
  }

  /** A random schedule whose log shows what the threads share. */
  RunOutcome survey(Path folder, long seed) throws IOException, InterruptedException {
    return run(RunSettings.survey(folder, seed, patience()));
  }

  /** Along the recording, at an even pace between its clocks. */
  RunOutcome paced() throws IOException, InterruptedException {
    return run(RunSettings.paced(folder(), limited(options.runTimeout())));
  }

  /** A random schedule close to the recording, after a given beginning. */
  RunOutcome wander(List<PlanStep> prefix, long seed) throws IOException, InterruptedException {
    return run(RunSettings.wander(folder(), prefix, seed, patience()));
  }

  private RunOutcome run(RunSettings settings) throws IOException, InterruptedException {
    return launcher.run(settings.withMemoryModel(model));
  }
}
