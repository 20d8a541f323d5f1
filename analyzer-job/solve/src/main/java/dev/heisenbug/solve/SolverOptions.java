package dev.heisenbug.solve;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * What a caller may choose about a solve.
 *
 * @param memoryModel machine model
 * @param encoding engine or baseline
 * @param timeout budget of time, kept within two seconds
 * @param memoryBytes budget of memory for the engine's tables and the SMT solver
 * @param reductions facts and inferences to use; refused where unsound for the model
 * @param seed of every random choice
 * @param workers search threads; with one worker the result depends on trace and seed alone
 * @param polish how long to work on an answer once known: fewer context switches, a smaller core
 * @param progress told what is being done, from time to time
 * @param cancelled asked often; true ends the solve
 */
public record SolverOptions(
    MemoryModel memoryModel,
    Encoding encoding,
    Duration timeout,
    long memoryBytes,
    Set<Reduction> reductions,
    long seed,
    int workers,
    Duration polish,
    Consumer<String> progress,
    BooleanSupplier cancelled) {

  public SolverOptions {
    reductions = Set.copyOf(reductions);
    for (Reduction reduction : reductions) {
      if (!reduction.soundFor(memoryModel)) {
        throw new IllegalArgumentException(
            reduction + " is not sound under " + memoryModel + "; leave it out");
      }
    }
  }

  /** The default engine under a model, with every reduction that is sound for it. */
  public static SolverOptions of(MemoryModel model) {
    EnumSet<Reduction> sound = EnumSet.allOf(Reduction.class);
    sound.removeIf(r -> !r.soundFor(model));
    return new SolverOptions(
        model,
        Encoding.DEFAULT,
        Duration.ofSeconds(60),
        3L << 30,
        sound,
        1,
        Math.max(1, Runtime.getRuntime().availableProcessors()),
        Duration.ofSeconds(1),
        text -> {},
        () -> false);
  }

  public SolverOptions withEncoding(Encoding value) {
    return new SolverOptions(
        memoryModel,
        value,
        timeout,
        memoryBytes,
        reductions,
        seed,
        workers,
        polish,
        progress,
        cancelled);
  }

  public SolverOptions withTimeout(Duration value) {
    return new SolverOptions(
        memoryModel,
        encoding,
        value,
        memoryBytes,
        reductions,
        seed,
        workers,
        polish,
        progress,
        cancelled);
  }

  public SolverOptions withMemory(long bytes) {
    return new SolverOptions(
        memoryModel,
        encoding,
        timeout,
        bytes,
        reductions,
        seed,
        workers,
        polish,
        progress,
        cancelled);
  }

  public SolverOptions withReductions(Set<Reduction> value) {
    return new SolverOptions(
        memoryModel,
        encoding,
        timeout,
        memoryBytes,
        value,
        seed,
        workers,
        polish,
        progress,
        cancelled);
  }

  public SolverOptions withSeed(long value) {
    return new SolverOptions(
        memoryModel,
        encoding,
        timeout,
        memoryBytes,
        reductions,
        value,
        workers,
        polish,
        progress,
        cancelled);
  }

  public SolverOptions withWorkers(int value) {
    return new SolverOptions(
        memoryModel,
        encoding,
        timeout,
        memoryBytes,
        reductions,
        seed,
        value,
        polish,
        progress,
        cancelled);
  }

  public SolverOptions withPolish(Duration value) {
    return new SolverOptions(
        memoryModel,
        encoding,
        timeout,
        memoryBytes,
        reductions,
        seed,
        workers,
        value,
        progress,
        cancelled);
  }

  public SolverOptions withProgress(Consumer<String> value) {
    return new SolverOptions(
        memoryModel,
        encoding,
        timeout,
        memoryBytes,
        reductions,
        seed,
        workers,
        polish,
        value,
        cancelled);
  }

  public SolverOptions withCancelled(BooleanSupplier value) {
    return new SolverOptions(
        memoryModel,
        encoding,
        timeout,
        memoryBytes,
        reductions,
        seed,
        workers,
        polish,
        progress,
        value);
  }

  public boolean uses(Reduction reduction) {
    return reductions.contains(reduction);
  }
}
