package dev.heisenbug.analyzer.jvm.guided;

import dev.heisenbug.analyzer.jvm.symbolic.SharedSites;
import dev.heisenbug.formats.bundle.Failure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Learns once what the threads of the program share: from the recorded order, or from a run of its
 * own if that order broke off.
 */
final class Survey implements Callable<Focus> {
  private final Runs runs;
  private final Run first;
  private final Set<String> failing;
  private final AtomicBoolean begun = new AtomicBoolean();
  private volatile Focus focus;

  /**
   * @param first the run along the recorded order
   * @param failure what was recorded
   */
  Survey(Runs runs, Run first, Failure failure) {
    this.runs = runs;
    this.first = first;
    failing =
        Stream.concat(
                failure.frames().stream(),
                failure.threads().stream().flatMap(t -> t.frames().stream()))
            .map(frame -> frame.substring(0, Math.max(0, frame.lastIndexOf(':'))))
            .collect(Collectors.toSet());
  }

  /** True for the first that asks: it is to call. */
  boolean begins() {
    return begun.compareAndSet(false, true);
  }

  /** Where threads share something; null as long as that is not known. */
  Focus focus() {
    return focus;
  }

  @Override
  public Focus call() throws IOException, InterruptedException {
    try {
      focus = look();
      return focus;
    } catch (InterruptedException | CancellationException e) {
      begun.set(false);
      throw e;
    }
  }

  private Focus look() throws IOException, InterruptedException {
    Path dir = first.dir();
    if (!first.outcome().mismatches().isEmpty()) {
      dir = runs.folder();
      runs.survey(dir, 0);
    }
    Focus found = new Focus(SharedSites.of(dir), failing);
    return found.isEmpty() ? null : found;
  }
}
