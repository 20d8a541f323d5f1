package dev.heisenbug.analyzer.jvm.guided;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.heisenbug.analyzer.jvm.runlog.Definitions;
import dev.heisenbug.analyzer.jvm.symbolic.Options;
import dev.heisenbug.analyzer.jvm.symbolic.Places;
import dev.heisenbug.analyzer.jvm.symbolic.SymbolicRun;
import dev.heisenbug.formats.bundle.Bundle;
import dev.heisenbug.formats.bundle.Failure;
import dev.heisenbug.formats.bundle.FailureKind;
import dev.heisenbug.formats.bundle.Frames;
import dev.heisenbug.formats.schedule.Schedule;
import dev.heisenbug.launch.ClassPathCheck;
import dev.heisenbug.launch.ControlledRun;
import dev.heisenbug.launch.PlanStep;
import dev.heisenbug.launch.PlanStep.Kind;
import dev.heisenbug.launch.RunOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * From a bundle to a schedule: runs the program again along its recording, asks the solver where a
 * thread left its path, and searches where that is not enough.
 */
public final class Analyzer {
  /** How long a schedule that was found at the last moment may still be looked at. */
  private static final Duration AFTERWARDS = Duration.ofSeconds(20);

  /** What is being done when the budget is used up may still come to its end in this time. */
  private static final Duration BREAK_OFF = Duration.ofSeconds(5);

  private static final int WORKERS = Math.max(1, Runtime.getRuntime().availableProcessors());
  private final Bundle bundle;
  private final AnalysisOptions options;
  private final Progress progress;
  private Survey survey;

  public Analyzer(Bundle bundle, AnalysisOptions options, Progress progress) {
    this.bundle = bundle;
    this.options = options;
    this.progress = progress;
  }

  /** Looks for a schedule until the budget is used up. */
  public AnalysisResult analyze() throws IOException, InterruptedException {
    if (bundle.manifest().failure() == null) {
      return new AnalysisResult.Unknown(
          "the recorded run did not fail, so there is nothing to reproduce");
    }
    if (bundle.manifest().failure().kind() == FailureKind.SIGNAL) {
      return new AnalysisResult.Unknown(killed(bundle.manifest().failure()));
    }
    Optional<String> changed = ClassPathCheck.changed(bundle);
    if (changed.isPresent()) {
      return new AnalysisResult.Unknown(changed.get());
    }
    long start = System.nanoTime();
    long deadline = start + options.timeout().toNanos();
    boolean delays = bundle.manifest().options().containsKey("delays");
    Models models = new Models(options.memoryModel(), delays, start, deadline);
    Map<String, Hunt> hunts = new LinkedHashMap<>();
    Runs all = new Runs(bundle, options);
    Candidate found = null;
    Hunt hunt = null;
    while (found == null && System.nanoTime() < deadline) {
      String model = models.next();
      hunt = hunts.get(model);
      if (hunt == null) {
        hunt = start(all.under(model));
        hunts.put(model, hunt);
        if (hunts.size() == 1 && !starts(hunt)) {
          return new AnalysisResult.Unknown(
              "the program cannot be run under control: " + lastLine(hunt.first()));
        }
        models.observed(hunt.first(), all.guidedTime());
        found = followed(hunt);
      }
      if (found == null) {
        found = hunt(hunt, options.baseline() ? deadline : models.until(), deadline);
      }
      if (found == null && options.baseline()) {
        return new AnalysisResult.Unknown(
            "the %s encoding led to no order that shows the failure (rounds: %d, queries solved: %d)"
                .formatted(
                    options.encoding().text(), hunt.rounds().rounds(), hunt.rounds().solved()));
      }
    }
    if (found == null || hunt == null) {
      return new AnalysisResult.Unknown(
          "no schedule showed the failure again and again in "
              + options.timeout().toSeconds()
              + " s and "
              + all.count()
              + " runs under "
              + String.join(", ", hunts.keySet())
              + "; raise --timeout to go on looking");
    }
    long end = Math.max(deadline, System.nanoTime() + AFTERWARDS.toNanos());
    all.until(end);
    Candidate plain = hunt.runs().model().equals("sc") ? null : withoutLateStores(all, found);
    if (plain != null) {
      found = plain;
      hunt = new Hunt(all, hunt.rounds(), hunt.search(), hunt.first());
    }
    Runs runs = hunt.runs();
    progress.note("shortening the schedule");
    Candidate fewer = new FewerTurns(runs, options.minimise(), progress).of(found);
    Candidate calm = new CalmTurns(runs, WORKERS, options.minimise(), deadline).of(fewer);
    Candidate shortest =
        new PlanMinimiser(runs, WORKERS, options.minimise(), deadline).minimise(calm);
    // What was confirmed is not always the plan itself, but the one that it came to.
    Candidate sure = shortest == found ? found : confirmed(runs, shortest);
    shortest = sure == null ? found : sure;
    progress.note("writing the story");
    return new AnalysisResult.Found(schedule(shortest, hunt, start, end));
  }

  /**
   * What was found under a weaker model as a schedule of the strongest one, or null if it needs
   * stores to be late, which most failures do not: nobody should look for a missing fence then.
   */
  private Candidate withoutLateStores(Runs inOrder, Candidate found)
      throws IOException, InterruptedException {
    if (!options.memoryModel().equals(Models.AUTO)) {
      return null;
    }
    RunOutcome outcome = inOrder.attempt(found.withoutDelays());
    return inOrder.failed(outcome)
        ? confirmed(inOrder, new Candidate(found.provenance(), outcome))
        : null;
  }

  /**
   * What a signal says: a process that is killed from outside fails under no schedule of its own.
   */
  private static String killed(Failure failure) {
    boolean kill = failure.status() == 128 + 9;
    return "the program was ended by "
        + failure.type()
        + (kill
            ? ", which comes from outside: the kernel when memory runs out, or kill -9"
            : ", which no schedule of its threads can be made to repeat");
  }

  /** Where looking under one memory model stands. */
  private record Hunt(Runs runs, SolverRounds rounds, RandomSearch search, Run first) {}

  private Hunt start(Runs runs) throws IOException, InterruptedException {
    progress.note("following the recording");
    Path folder = runs.folder();
    RunOutcome first = runs.guided(folder, List.of());
    if (survey == null) {
      survey = new Survey(runs, new Run(folder, first), bundle.manifest().failure());
    }
    return new Hunt(
        runs,
        new SolverRounds(runs, bundle.manifest().failure(), options.encoding(), progress),
        new RandomSearch(runs, WORKERS, first, survey),
        new Run(folder, first));
  }

  /** Whether the program gets anywhere under control. */
  private boolean starts(Hunt hunt) throws IOException, InterruptedException {
    return !died(hunt.first().outcome()) || !died(hunt.runs().attempt(List.of()));
  }

  private static boolean died(RunOutcome outcome) {
    return outcome.status().equals("crashed") && outcome.exitCode() >= 0;
  }

  /** What a run that came to nothing said last. */
  private static String lastLine(Run run) throws IOException {
    Path output = run.dir().resolve(ControlledRun.OUTPUT);
    String text = Files.exists(output) ? Files.readString(output, ISO_8859_1).strip() : "";
    return "exit code "
        + run.outcome().exitCode()
        + (text.isEmpty() ? "" : ", " + text.substring(text.lastIndexOf('\n') + 1));
  }

  /**
   * The recorded order itself, if it fails as recorded: what happened between two stamps is taken
   * to have happened late at first, then at an even pace.
   */
  private Candidate followed(Hunt hunt) throws IOException, InterruptedException {
    Runs runs = hunt.runs();
    RunOutcome first = hunt.first().outcome();
    Candidate found = runs.failed(first) ? confirmed(runs, new Candidate("clocks", first)) : null;
    if (found != null || options.baseline()) {
      return found;
    }
    RunOutcome paced = runs.paced();
    return runs.failed(paced) ? confirmed(runs, new Candidate("clocks", paced)) : null;
  }

  /**
   * Solving and searching side by side: the first that has a schedule ends both.
   *
   * @param deadline until when both begin something new
   * @param last when whatever they are doing then is broken off
   */
  private Candidate hunt(Hunt hunt, long deadline, long last) throws InterruptedException {
    Runs runs = hunt.runs();
    SolverRounds rounds = hunt.rounds();
    rounds.begin();
    Callable<Candidate> solving = () -> some(confirmed(runs, rounds.from(hunt.first(), deadline)));
    Callable<Candidate> searching =
        () -> some(hunt.search().search(deadline, progress, c -> confirmed(runs, c)));
    List<Callable<Candidate>> ways =
        options.baseline() ? List.of(solving) : List.of(solving, searching);
    try (ExecutorService pool = Executors.newFixedThreadPool(ways.size())) {
      try {
        long most = Math.max(0, last - System.nanoTime()) + BREAK_OFF.toNanos();
        return pool.invokeAny(ways, most, TimeUnit.NANOSECONDS);
      } catch (TimeoutException e) {
        return null;
      } finally {
        rounds.stop();
      }
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof NoSuchElementException)) {
        progress.note("gave up: " + e.getCause());
      }
      return null;
    }
  }

  private static Candidate some(Candidate found) {
    if (found == null) {
      throw new NoSuchElementException("no schedule");
    }
    return found;
  }

  /** The candidate with a plan that a plain, strict replay has followed to the failure; or null. */
  private Candidate confirmed(Runs runs, Candidate candidate)
      throws IOException, InterruptedException {
    if (candidate == null) {
      return null;
    }
    progress.note("confirming the schedule");
    boolean inOrder = runs.times().kept();
    Candidate followed = followed(runs, candidate);
    if (followed != null) {
      runs.times().settle(inOrder);
    } else if (inOrder
        && candidate.outcome().clockWentBack()
        && runs.failed(runs.withTimesAsRecorded(candidate.plan()))) {
      runs.times().refused();
    }
    return followed;
  }

  private static Candidate followed(Runs runs, Candidate candidate)
      throws IOException, InterruptedException {
    if (runs.failed(runs.strict(candidate.plan()))) {
      return candidate;
    }
    RunOutcome loose = runs.attempt(candidate.plan());
    return runs.failed(loose) && runs.failed(runs.strict(loose.plan()))
        ? new Candidate(candidate.provenance(), loose)
        : null;
  }

  /**
   * One more run, logged, to see what the threads read and wrote and where they stood. If the log
   * made it another run, because objects got other hashes, only the end is told.
   */
  private Schedule schedule(Candidate c, Hunt hunt, long start, long end)
      throws IOException, InterruptedException {
    Runs runs = hunt.runs();
    SolverRounds rounds = hunt.rounds();
    Map<String, Object> statistics = new LinkedHashMap<>();
    Path folder = runs.folder();
    RunOutcome outcome = runs.traced(folder, c.plan());
    SourceLines lines = new SourceLines(Definitions.read(folder.resolve("defs.log")));
    Places places = new Places();
    c.plan().forEach(p -> places.ask(p.thread(), p.until()));
    Duration left = Duration.ofNanos(end - System.nanoTime());
    List<Schedule.Step> steps =
        !runs.failed(outcome)
            ? new Ending(bundle.manifest().failure(), c.outcome()).steps()
            : outcome.logComplete()
                ? Within.time(left, () -> steps(folder, outcome, places), List.of())
                : List.of();
    Map<String, String> names = new TreeMap<>();
    outcome.threads().forEach(t -> names.put(t.id(), t.name()));
    statistics.put("controlledRuns", runs.count());
    statistics.put("solverRounds", rounds.rounds());
    statistics.put("solvedQueries", rounds.solved());
    statistics.put("seconds", (System.nanoTime() - start) / 1_000_000 / 1000.0);
    boolean steady = outcome.clockWentBack() && runs.times().kept();
    return new Schedule(
        version(c, runs.model(), steady),
        bundle.manifest().failure().signature(),
        runs.model(),
        steady ? Schedule.STEADY : null,
        names,
        c.plan().stream().map(p -> turn(p, lines, places)).toList(),
        steps,
        c.provenance(),
        Math.max(0, c.turns().size() - 1),
        statistics);
  }

  /** The earliest version that can say it, so that earlier readers need not be refused. */
  private static int version(Candidate c, String model, boolean steady) {
    if (c.plan().stream().anyMatch(p -> p.thread().startsWith(Schedule.OTHER_PROCESS))) {
      return Schedule.VERSION;
    }
    if (steady || c.hasHashes()) {
      return Schedule.VERSION_CLOCK;
    }
    if (c.plan().stream().anyMatch(p -> p.kind() == Kind.INIT)) {
      return Schedule.VERSION_INIT;
    }
    return model.equals("sc") ? Schedule.VERSION_SC : Schedule.VERSION_DELAYS;
  }

  private static Schedule.Run turn(PlanStep p, SourceLines lines, Places places) {
    if (p.kind() == Kind.HASHES) {
      return new Schedule.Run(p.thread(), p.until(), "", "", p.kind().text());
    }
    String kind = p.kind() == Kind.RUN ? null : p.kind().text();
    String source = Frames.readable(places.at(p.thread(), p.until(), lines.of(p.site())));
    return new Schedule.Run(p.thread(), p.until(), p.site(), source, kind);
  }

  /** What matters in a logged run; no story is no reason to fail. */
  private List<Schedule.Step> steps(Path folder, RunOutcome outcome, Places places) {
    try {
      Options options = Options.defaults().forTelling();
      SymbolicRun run = SymbolicRun.read(folder, options, places);
      Ending ending = new Ending(bundle.manifest().failure(), outcome);
      return new Steps(
              run.trace(),
              run.commits(),
              run.notices(),
              ending,
              run::value,
              run::call,
              run::element)
          .pick();
    } catch (RuntimeException e) {
      progress.note("no story: " + e.getMessage());
      return List.of();
    } catch (OutOfMemoryError e) {
      progress.note("no story: the run is too long for the memory of this process");
      return List.of();
    }
  }
}
