package dev.heisenbug.launch;

import java.nio.file.Path;
import java.time.Duration;
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
    List<Visit> watch) {
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
    return new RunSettings(
        dir, plan, true, Policy.FREE, 0, 0, false, false, timeout, quiet, 0, SC, List.of());
  }

  /** A run that follows the recording's clocks and paths, and is logged for the analyzer. */
  public static RunSettings guided(Path dir, List<PlanStep> prefix, Duration timeout) {
    return new RunSettings(
        dir, prefix, false, Policy.CLOCK, 0, 0, true, true, timeout, true, 0, SC, List.of());
  }

  /** A run that tries a plan loosely, for its outcome alone. */
  public static RunSettings attempt(Path dir, List<PlanStep> plan, Duration timeout) {
    return new RunSettings(
        dir, plan, false, Policy.FREE, 0, 0, false, false, timeout, true, 0, SC, List.of());
  }

  /** A replay of a plan that leaves a log for the analyzer. */
  public static RunSettings traced(Path dir, List<PlanStep> plan, Duration timeout) {
    return new RunSettings(
        dir, plan, true, Policy.FREE, 0, 0, false, true, timeout, true, 0, SC, List.of());
  }

  /** A run with a random schedule, whatever the recording says. */
  public static RunSettings random(
      Path dir, Policy policy, long seed, int length, Duration timeout) {
    return new RunSettings(
        dir, List.of(), false, policy, seed, length, false, false, timeout, true, 0, SC, List.of());
  }

  /** A run in which the thread that makes one of these visits falls behind the others there. */
  public static RunSettings watching(Path dir, List<Visit> watch, long seed, Duration timeout) {
    return new RunSettings(
        dir, List.of(), false, Policy.PRIORITY, seed, 0, false, false, timeout, true, 0, SC, watch);
  }

  /** A run with random switches that leaves a log for the analyzer. */
  public static RunSettings survey(Path dir, long seed, Duration timeout) {
    return new RunSettings(
        dir,
        List.of(),
        false,
        Policy.RANDOM,
        seed,
        0,
        false,
        true,
        timeout,
        true,
        0,
        SC,
        List.of());
  }

  /** A run that follows the recording's clocks at an even pace between them, and its paths. */
  public static RunSettings paced(Path dir, Duration timeout) {
    return new RunSettings(
        dir, List.of(), false, Policy.PACED, 0, 0, true, false, timeout, true, 0, SC, List.of());
  }

  /** A run that follows a plan, then the clocks with detours, until it leaves the recording. */
  public static RunSettings wander(Path dir, List<PlanStep> prefix, long seed, Duration timeout) {
    return new RunSettings(
        dir, prefix, false, Policy.WANDER, seed, 0, true, false, timeout, true, 0, SC, List.of());
  }

  public RunSettings withDebugPort(int port) {
    return new RunSettings(
        dir,
        plan,
        strict,
        policy,
        seed,
        length,
        compare,
        trace,
        timeout,
        false,
        port,
        memoryModel,
        watch);
  }

  /** The same under sc, tso or pso. */
  public RunSettings withMemoryModel(String model) {
    String m = model == null ? SC : model;
    return new RunSettings(
        dir, plan, strict, policy, seed, length, compare, trace, timeout, quiet, debugPort, m,
        watch);
  }
}
