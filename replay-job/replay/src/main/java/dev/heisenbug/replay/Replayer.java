package dev.heisenbug.replay;

import dev.heisenbug.formats.bundle.Bundle;
import dev.heisenbug.formats.schedule.Schedule;
import dev.heisenbug.formats.schedule.Verdict;
import dev.heisenbug.launch.ClassPathCheck;
import dev.heisenbug.launch.ControlledRun;
import dev.heisenbug.launch.PlanStep;
import dev.heisenbug.launch.RunOutcome;
import dev.heisenbug.launch.RunSettings;
import dev.heisenbug.launch.Signatures;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;

/**
 * Runs a program under a schedule a number of times and says what that proved. The runs go on side
 * by side: a schedule that holds does not mind what else the machine does.
 */
public final class Replayer {
  private static final int WORKERS = Math.max(1, Runtime.getRuntime().availableProcessors());
  private final Bundle bundle;
  private final Schedule schedule;
  private final Path work;
  private final Duration timeout;

  /**
   * @param work folder for the runs' files
   * @param timeout of one run
   */
  public Replayer(Bundle bundle, Schedule schedule, Path work, Duration timeout) {
    this.bundle = bundle;
    this.schedule = schedule;
    this.work = work;
    this.timeout = timeout;
  }

  /**
   * Replays {@code times} times.
   *
   * @param progress told the number of each finished run
   */
  public Verdict replay(int times, IntConsumer progress) throws IOException, InterruptedException {
    Optional<String> changed = ClassPathCheck.changed(bundle);
    if (changed.isPresent()) {
      return new Verdict.Unknown(changed.get());
    }
    ControlledRun runs = new ControlledRun(bundle);
    List<PlanStep> plan = plan();
    try (ExecutorService pool = Executors.newFixedThreadPool(WORKERS)) {
      List<Future<RunOutcome>> started = new ArrayList<>();
      for (int i = 1; i <= times; i++) {
        RunSettings settings =
            RunSettings.replay(work.resolve("replay-" + i), plan, timeout, true)
                .withMemoryModel(schedule.memoryModel());
        started.add(pool.submit(() -> runs.run(settings)));
      }
      return verdict(started, progress);
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    }
  }

  private Verdict verdict(List<Future<RunOutcome>> started, IntConsumer progress)
      throws ExecutionException, InterruptedException {
    int same = 0;
    String reason = null;
    for (int i = 0; i < started.size(); i++) {
      RunOutcome outcome = started.get(i).get();
      if (Signatures.same(bundle.manifest().failure(), outcome)) {
        same++;
      } else if (reason == null) {
        reason = "run " + (i + 1) + " " + why(outcome);
      }
      progress.accept(i + 1);
    }
    return same > 0
        ? new Verdict.Reproduced(same, started.size(), reason)
        : new Verdict.NotReproduced(reason);
  }

  /** Starts the program suspended, under the schedule, with a debugger port open. */
  public RunOutcome debug(int port) throws IOException, InterruptedException {
    RunSettings s =
        RunSettings.replay(work.resolve("debug"), plan(), timeout, false)
            .withMemoryModel(schedule.memoryModel());
    return new ControlledRun(bundle).run(s.withDebugPort(port));
  }

  private List<PlanStep> plan() {
    return schedule.runs().stream()
        .map(r -> new PlanStep(kind(r), r.thread(), r.until(), r.site()))
        .toList();
  }

  private static PlanStep.Kind kind(Schedule.Run r) {
    return r.kind() == null
        ? PlanStep.Kind.RUN
        : PlanStep.Kind.valueOf(r.kind().toUpperCase(Locale.ROOT));
  }

  private static String why(RunOutcome o) {
    if (o.divergence() != null) {
      return "diverged at " + o.divergence();
    }
    if (o.status().equals("crashed")) {
      return "ended without a result (exit code " + o.exitCode() + ")";
    }
    if (!o.failures().isEmpty()) {
      RunOutcome.Failed f = o.failures().get(0);
      return "ended with another failure: "
          + f.kind()
          + " "
          + f.detail()
          + " in thread "
          + f.thread();
    }
    return "ended with status " + o.status();
  }
}
