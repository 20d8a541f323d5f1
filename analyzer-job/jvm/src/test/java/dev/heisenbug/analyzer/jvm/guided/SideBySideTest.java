package dev.heisenbug.analyzer.jvm.guided;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.launch.ControlledRun;
import dev.heisenbug.launch.RunOutcome;
import dev.heisenbug.launch.RunSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs that get in each other's way are made one after the other. */
class SideBySideTest {
  @TempDir Path dir;

  private final AtomicInteger running = new AtomicInteger();
  private final AtomicInteger runs = new AtomicInteger();

  /** A program that wants a port for itself, at a moment when two others may be there. */
  private RunOutcome server(RunSettings settings) throws InterruptedException {
    boolean alone = running.incrementAndGet() == 1;
    runs.incrementAndGet();
    Thread.sleep(50);
    running.decrementAndGet();
    return alone ? ended() : failed("java.net.BindException");
  }

  @Test
  void whoGetsInTheWayOfOthersRunsAlone() throws Exception {
    SideBySide runs = new SideBySide(this::server, outcome -> false);
    for (int round = 0; round < 3; round++) {
      for (RunOutcome outcome : together(runs, 4)) {
        if (round > 0) {
          assertThat(outcome.failures()).isEmpty();
        }
      }
    }
  }

  @Test
  void aFailureOfItsOwnIsLookedAtOnceAndDoesNotKeepOthersWaiting() throws Exception {
    CyclicBarrier both = new CyclicBarrier(2);
    SideBySide.Program racy =
        settings -> {
          runs.incrementAndGet();
          Thread.sleep(100);
          return failed("java.lang.NullPointerException");
        };
    SideBySide side = new SideBySide(racy, outcome -> false);
    together(side, 2);
    together(side, 2);
    assertThat(runs.get()).as("one of four again").isEqualTo(5);
    SideBySide.Program meeting =
        settings -> {
          try {
            both.await(10, TimeUnit.SECONDS);
          } catch (Exception e) {
            throw new IOException(e);
          }
          return ended();
        };
    assertThat(together(new SideBySide(meeting, outcome -> false), 2)).hasSize(2);
  }

  @Test
  void whatIsOnlySaidCountsToo() throws Exception {
    SideBySide.Program polite =
        settings -> {
          boolean first = runs.incrementAndGet() <= 2;
          Thread.sleep(100);
          Files.createDirectories(settings.dir());
          Files.writeString(
              settings.dir().resolve(ControlledRun.OUTPUT),
              first ? "cannot start: Address already in use" : "ok");
          return ended();
        };
    together(new SideBySide(polite, outcome -> false), 2);
    assertThat(runs.get()).isGreaterThan(2);
  }

  private List<RunOutcome> together(SideBySide runs, int count) throws Exception {
    List<RunOutcome> outcomes = new ArrayList<>();
    try (ExecutorService pool = Executors.newFixedThreadPool(count)) {
      List<Future<RunOutcome>> started = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        RunSettings settings = settings(i);
        started.add(pool.submit(() -> runs.run(settings)));
      }
      for (Future<RunOutcome> one : started) {
        outcomes.add(one.get());
      }
    }
    return outcomes;
  }

  private RunSettings settings(int n) {
    return RunSettings.attempt(dir.resolve("run-" + n), List.of(), Duration.ofSeconds(1));
  }

  private static RunOutcome ended() {
    return outcome(List.of());
  }

  private static RunOutcome failed(String type) {
    return outcome(List.of(new RunOutcome.Failed("exception", "0", type, "", List.of(), null)));
  }

  private static RunOutcome outcome(List<RunOutcome.Failed> failures) {
    return new RunOutcome(
        "completed", failures, List.of(), List.of(), List.of(), List.of(), null, false, false, 0);
  }
}
