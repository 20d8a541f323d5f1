package dev.heisenbug.analyzer.jvm.guided;

import dev.heisenbug.formats.bundle.Bundle;
import dev.heisenbug.formats.bundle.Failure;
import dev.heisenbug.launch.ControlledRun;
import dev.heisenbug.launch.PlanStep;
import dev.heisenbug.launch.RunOutcome;
import dev.heisenbug.launch.RunSettings;
import dev.heisenbug.launch.RunSettings.Policy;
import dev.heisenbug.launch.Signatures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Starts controlled runs in numbered folders and tells whether they failed as recorded. */
final class Runs {
  private final ControlledRun launcher;
  private final Failure failure;
  private final AnalysisOptions options;
  private final String model;
  private final AtomicInteger count;

  Runs(Bundle bundle, AnalysisOptions options) throws IOException {
    this(
        new ControlledRun(bundle), bundle.manifest().failure(), options, "sc", new AtomicInteger());
  }

  private Runs(
      ControlledRun launcher,
      Failure failure,
      AnalysisOptions options,
      String model,
      AtomicInteger count) {
    this.launcher = launcher;
    this.failure = failure;
    this.options = options;
    this.model = model;
    this.count = count;
  }

  /** The same program under another memory model; folders are numbered together. */
  Runs under(String otherModel) {
    return new Runs(launcher, failure, options, otherModel, count);
  }

  String model() {
    return model;
  }

  int count() {
    return count.get();
  }

  boolean failed(RunOutcome outcome) {
    return Signatures.same(failure, outcome);
  }

  Path folder() {
    return options.work().resolve("run-" + count.incrementAndGet());
  }

  RunOutcome guided(Path folder, List<PlanStep> prefix) throws IOException, InterruptedException {
    return run(RunSettings.guided(folder, prefix, options.runTimeout()));
  }

  RunOutcome attempt(List<PlanStep> plan) throws IOException, InterruptedException {
    return run(RunSettings.attempt(folder(), plan, options.runTimeout()));
  }

  RunOutcome strict(List<PlanStep> plan) throws IOException, InterruptedException {
    return run(RunSettings.replay(folder(), plan, options.runTimeout(), true));
  }

  /** Follows a plan strictly, with a log. */
  RunOutcome traced(Path folder, List<PlanStep> plan) throws IOException, InterruptedException {
    return run(RunSettings.traced(folder, plan, options.runTimeout()));
  }

  /** A random schedule that does not look at the recording. */
  RunOutcome random(Policy policy, long seed, int length) throws IOException, InterruptedException {
    return run(RunSettings.random(folder(), policy, seed, length, options.runTimeout()));
  }

  /** A random schedule close to the recording, after a given beginning. */
  RunOutcome wander(List<PlanStep> prefix, long seed) throws IOException, InterruptedException {
    return run(RunSettings.wander(folder(), prefix, seed, options.runTimeout()));
  }

  private RunOutcome run(RunSettings settings) throws IOException, InterruptedException {
    return launcher.run(settings.withMemoryModel(model));
  }
}
