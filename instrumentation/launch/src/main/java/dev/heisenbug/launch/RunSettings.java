package dev.heisenbug.launch;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How one controlled run goes.
 *
 * @param dir folder for the run's files
 * @param plan handovers to follow first; may be empty
 * @param strict whether leaving the plan ends the run
 * @param policy who runs when the plan is used up
 * @param length points of the whole run as far as known, for policies that spread switches over it
 * @param compare whether paths are compared with the recording
 * @param trace whether a log for the analyzer is written
 * @param debugPort JDWP port on loopback to wait on before the program starts, 0 for none
 * @param memoryModel sc, tso or pso: whether and how stores may be delayed
 * @param watch visits of places at which priorities change, if they are not to change at random
 * @param steadyClock whether no thread is given an earlier time than another was, even where the
 *     recording says so
 */
public record RunSettings(
    Path dir,
    List<PlanStep> plan,
    boolean strict,
    Policy policy,
    long seed,
    int length,
    boolean compare,
    boolean trace,
    Duration timeout,
    boolean quiet,
    int debugPort,
    String memoryModel,
    List<Visit> watch,
    boolean steadyClock) {
  private static final String SC = "sc";

  /**
   * The n-th time that any thread comes to a place.
   *
   * @param site name of the place, the same in every run
   * @param hold whether the store that is made there is to be held back; not under sc
   */
  public record Visit(String site, int number, boolean hold) {
    /** As a line of the file that the agent reads. */
    String line() {
      return number + "\t" + site + (hold ? "\thold" : "");
    }
  }

  /** Who runs next where the plan says nothing. */
  public enum Policy {
    /** A thread runs until it blocks. */
    FREE,
    /** As the recording's clocks say. */
    CLOCK,
    /** As the clocks say, at an even pace between them. */
    PACED,
    /** As the clocks say, with random detours. */
    WANDER,
    /** Random switches. */
    RANDOM,
    /** Random priorities that change now and then. */
    PRIORITY
  }

  /** A replay of a plan. */
  public static RunSettings replay(Path dir, List<PlanStep> plan, Duration timeout, boolean quiet) {
    RunSettings run = unplanned(dir, Policy.FREE, timeout).along(plan, true);
    return quiet ? run : run.with(run.plan, false, 0, SC, false);
  }

  /** A run that follows the recording's clocks and paths, and is logged for the analyzer. */
  public static RunSettings guided(Path dir, List<PlanStep> prefix, Duration timeout) {
    return unplanned(dir, Policy.CLOCK, timeout).along(prefix, false).observed(true, true);
  }

  /** A run that tries a plan loosely, for its outcome alone. */
  public static RunSettings attempt(Path dir, List<PlanStep> plan, Duration timeout) {
    return unplanned(dir, Policy.FREE, timeout).along(plan, false);
  }

  /** A replay of a plan that leaves a log for the analyzer. */
  public static RunSettings traced(Path dir, List<PlanStep> plan, Duration timeout) {
    return replay(dir, plan, timeout, true).observed(false, true);
  }

  /** A run with a random schedule, whatever the recording says. */
  public static RunSettings random(
      Path dir, Policy policy, long seed, int length, Duration timeout) {
    return unplanned(dir, policy, timeout).drawn(seed, length, List.of());
  }

  /** A run in which the thread that makes one of these visits falls behind the others there. */
  public static RunSettings watching(Path dir, List<Visit> watch, long seed, Duration timeout) {
    return unplanned(dir, Policy.PRIORITY, timeout).drawn(seed, 0, watch);
  }

  /** A run with random switches that leaves a log for the analyzer. */
  public static RunSettings survey(Path dir, long seed, Duration timeout) {
    return random(dir, Policy.RANDOM, seed, 0, timeout).observed(false, true);
  }

  /** A run that follows the recording's clocks at an even pace between them, and its paths. */
  public static RunSettings paced(Path dir, Duration timeout) {
    return unplanned(dir, Policy.PACED, timeout).observed(true, false);
  }

  /** A run that follows a plan, then the clocks with detours, until it leaves the recording. */
  public static RunSettings wander(Path dir, List<PlanStep> prefix, long seed, Duration timeout) {
    RunSettings run = unplanned(dir, Policy.WANDER, timeout).along(prefix, false);
    return run.observed(true, false).drawn(seed, 0, List.of());
  }

  public RunSettings withDebugPort(int port) {
    return with(plan, false, port, memoryModel, steadyClock);
  }

  /** The same with identity hashes from another beginning, before its plan. */
  public RunSettings withHashes(int beginning) {
    List<PlanStep> all = new ArrayList<>(List.of(PlanStep.hashes(beginning)));
    all.addAll(plan);
    return with(all, quiet, debugPort, memoryModel, steadyClock);
  }

  /** The same under sc, tso or pso. */
  public RunSettings withMemoryModel(String model) {
    return with(plan, quiet, debugPort, model == null ? SC : model, steadyClock);
  }

  /** The same with a clock that never goes back, or with times as they were recorded. */
  public RunSettings withSteadyClock(boolean steady) {
    return with(plan, quiet, debugPort, memoryModel, steady);
  }

  /** A quiet run that is not compared, logged or drawn by lot. */
  private static RunSettings unplanned(Path dir, Policy policy, Duration timeout) {
    return new RunSettings(
        dir, List.of(), false, policy, 0, 0, false, false, timeout, true, 0, SC, List.of(), false);
  }

  private RunSettings along(List<PlanStep> aPlan, boolean strictly) {
    return new RunSettings(
        dir,
        aPlan,
        strictly,
        policy,
        seed,
        length,
        compare,
        trace,
        timeout,
        quiet,
        debugPort,
        memoryModel,
        watch,
        steadyClock);
  }

  private RunSettings observed(boolean compared, boolean traced) {
    return new RunSettings(
        dir,
        plan,
        strict,
        policy,
        seed,
        length,
        compared,
        traced,
        timeout,
        quiet,
        debugPort,
        memoryModel,
        watch,
        steadyClock);
  }

  private RunSettings drawn(long aSeed, int points, List<Visit> visits) {
    return new RunSettings(
        dir,
        plan,
        strict,
        policy,
        aSeed,
        points,
        compare,
        trace,
        timeout,
        quiet,
        debugPort,
        memoryModel,
        visits,
        steadyClock);
  }

  private RunSettings with(
      List<PlanStep> aPlan, boolean silent, int port, String model, boolean steady) {
    return new RunSettings(
        dir, aPlan, strict, policy, seed, length, compare, trace, timeout, silent, port, model,
        watch, steady);
  }
}
