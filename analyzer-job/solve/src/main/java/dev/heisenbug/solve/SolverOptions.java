package dev.heisenbug.solve;

import java.time.Duration;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** What a caller may choose about a solve; never changed once made, only copied with a change. */
public final class SolverOptions {
  private final MemoryModel memoryModel;
  private Encoding encoding = Encoding.DEFAULT;
  private Duration timeout = Duration.ofSeconds(60);
  private long memoryBytes = 3L << 30;
  private Set<Reduction> reductions;
  private long seed = 1;
  private int workers = Math.max(1, Runtime.getRuntime().availableProcessors());
  private Duration polish = Duration.ofSeconds(1);
  private BooleanSupplier cancelled = () -> false;

  private SolverOptions(MemoryModel model) {
    memoryModel = model;
    reductions = Set.copyOf(Reduction.soundSet(model));
  }

  /** The default engine under a model, with every reduction that is sound for it. */
  public static SolverOptions of(MemoryModel model) {
    return new SolverOptions(model);
  }

  private SolverOptions with(Consumer<SolverOptions> change) {
    SolverOptions copy = new SolverOptions(memoryModel);
    copy.encoding = encoding;
    copy.timeout = timeout;
    copy.memoryBytes = memoryBytes;
    copy.reductions = reductions;
    copy.seed = seed;
    copy.workers = workers;
    copy.polish = polish;
    copy.cancelled = cancelled;
    change.accept(copy);
    return copy;
  }

  /** Engine or baseline. */
  public SolverOptions withEncoding(Encoding value) {
    return with(o -> o.encoding = value);
  }

  /** Budget of time, kept within two seconds. */
  public SolverOptions withTimeout(Duration value) {
    return with(o -> o.timeout = value);
  }

  /** Budget of memory for the engine's tables and the SMT solver. */
  public SolverOptions withMemory(long bytes) {
    return with(o -> o.memoryBytes = bytes);
  }

  /** Facts and inferences to use; refused where unsound for the model. */
  public SolverOptions withReductions(Set<Reduction> value) {
    for (Reduction reduction : value) {
      if (!reduction.soundFor(memoryModel)) {
        throw new IllegalArgumentException(
            reduction.text() + " is not sound under " + memoryModel + "; leave it out");
      }
    }
    return with(o -> o.reductions = Set.copyOf(value));
  }

  /** Seed of every random choice. */
  public SolverOptions withSeed(long value) {
    return with(o -> o.seed = value);
  }

  /** Search threads. */
  public SolverOptions withWorkers(int value) {
    return with(o -> o.workers = value);
  }

  /** How long to work on an answer once known: fewer context switches, a smaller core. */
  public SolverOptions withPolish(Duration value) {
    return with(o -> o.polish = value);
  }

  /** Asked often; true ends the solve. */
  public SolverOptions withCancelled(BooleanSupplier value) {
    return with(o -> o.cancelled = value);
  }

  public MemoryModel memoryModel() {
    return memoryModel;
  }

  public Encoding encoding() {
    return encoding;
  }

  public Duration timeout() {
    return timeout;
  }

  public long memoryBytes() {
    return memoryBytes;
  }

  public Set<Reduction> reductions() {
    return reductions;
  }

  public long seed() {
    return seed;
  }

  public int workers() {
    return workers;
  }

  public Duration polish() {
    return polish;
  }

  public BooleanSupplier cancelled() {
    return cancelled;
  }

  public boolean uses(Reduction reduction) {
    return reductions.contains(reduction);
  }
}
