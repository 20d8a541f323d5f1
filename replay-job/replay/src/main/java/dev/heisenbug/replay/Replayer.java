package dev.heisenbug.replay;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

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
import java.nio.file.Files;
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
import java.util.regex.Pattern;

/**
 * Runs a program under a schedule a number of times and says what that proved. The runs go on side
 * by side: a schedule that holds does not mind what else the machine does. Only where one that
 * missed has said that something it wants was taken, a port or a file, are all made again one after
 * the other.
 */
public final class Replayer {
  /** How programs, and libraries with files of their own, say so. */
  private static final Pattern TAKEN =
      Pattern.compile("(?i)already in use|already locked|locked by another");

  private static final int MOST_OUTPUT = 1 << 20;
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
    Verdict together = replay(times, WORKERS, progress);
    boolean inTheWay = together.exitCode() != 0 && WORKERS > 1 && wasTaken(times);
    return inTheWay ? replay(times, 1, progress) : together;
  }

  private boolean wasTaken(int times) throws IOException {
    for (int i = 1; i <= times; i++) {
      Path output = work.resolve("replay-" + i).resolve(ControlledRun.OUTPUT);
      boolean readable = Files.exists(output) && Files.size(output) < MOST_OUTPUT;
      if (readable && TAKEN.matcher(Files.readString(output, ISO_8859_1)).find()) {
        return true;
      }
    }
    return false;
  }

  private Verdict replay(int times, int workers, IntConsumer progress)
      throws IOException, InterruptedException {
    ControlledRun runs = new ControlledRun(bundle);
    List<PlanStep> plan = plan();
    try (ExecutorService pool = Executors.newFixedThreadPool(workers)) {
      List<Future<RunOutcome>> started = new ArrayList<>();
      for (int i = 1; i <= times; i++) {
        RunSettings settings =
            settings(RunSettings.replay(work.resolve("replay-" + i), plan, timeout, true));
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

  /** Starts the program once, suspended, under the schedule, with a debugger port open. */
  public Verdict debug(int port) throws IOException, InterruptedException {
    Optional<String> changed = ClassPathCheck.changed(bundle);
    if (changed.isPresent()) {
      return new Verdict.Unknown(changed.get());
    }
    RunSettings s = settings(RunSettings.replay(work.resolve("debug"), plan(), timeout, false));
    RunOutcome outcome = new ControlledRun(bundle).run(s.withDebugPort(port));
    return Signatures.same(bundle.manifest().failure(), outcome)
        ? new Verdict.Reproduced(1, 1)
        : new Verdict.NotReproduced("under the debugger the run " + why(outcome));
  }

  private RunSettings settings(RunSettings plain) {
    return plain
        .withMemoryModel(schedule.memoryModel())
        .withSteadyClock(Schedule.STEADY.equals(schedule.clock()));
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
