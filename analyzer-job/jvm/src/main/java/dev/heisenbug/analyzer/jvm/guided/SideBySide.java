package dev.heisenbug.analyzer.jvm.guided;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.heisenbug.launch.ControlledRun;
import dev.heisenbug.launch.RunOutcome;
import dev.heisenbug.launch.RunSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Predicate;

/**
 * Makes runs of a program side by side, as long as they do not get in each other's way: a fixed
 * port or a file that one process locks is nothing that a schedule can be blamed for. A run that
 * ended in a failure of its own beside others is made again alone; if it ends otherwise then, all
 * are from then on.
 */
final class SideBySide {
  /** So many kinds of failures are looked at; a racy program has some of its own. */
  private static final int MOST_KINDS = 4;

  private static final String TAKEN = "ddress already in use";

  /** Something that can be run. */
  interface Program {
    RunOutcome run(RunSettings settings) throws IOException, InterruptedException;
  }

  private final Program program;
  private final Predicate<RunOutcome> wanted;
  private final Set<String> kinds = ConcurrentHashMap.newKeySet();
  private final ReadWriteLock lock = new ReentrantReadWriteLock(true);
  private final AtomicInteger active = new AtomicInteger();
  private final AtomicInteger started = new AtomicInteger();
  private volatile boolean alone;

  /**
   * @param wanted whether a run ended as recorded
   */
  SideBySide(Program program, Predicate<RunOutcome> wanted) {
    this.program = program;
    this.wanted = wanted;
  }

  RunOutcome run(RunSettings settings) throws IOException, InterruptedException {
    if (alone) {
      return under(lock.writeLock(), settings);
    }
    int running = active.incrementAndGet();
    int startedBefore = started.incrementAndGet();
    RunOutcome outcome;
    try {
      outcome = under(lock.readLock(), settings);
    } finally {
      active.decrementAndGet();
    }
    boolean others = running > 1 || started.get() > startedBefore;
    String kind = others ? kindOf(outcome, settings) : null;
    if (kind == null || !alone && !isNew(kind)) {
      return outcome;
    }
    RunOutcome again = under(lock.writeLock(), settings);
    if (!kind.equals(kindOf(again, settings))) {
      alone = true;
    }
    return again;
  }

  private boolean isNew(String kind) {
    return kinds.size() < MOST_KINDS && kinds.add(kind);
  }

  private RunOutcome under(Lock held, RunSettings settings)
      throws IOException, InterruptedException {
    held.lockInterruptibly();
    try {
      return program.run(settings);
    } finally {
      held.unlock();
    }
  }

  /** How a run failed if not as recorded; null if it did, or not at all. */
  private String kindOf(RunOutcome outcome, RunSettings settings) throws IOException {
    if (wanted.test(outcome)) {
      return null;
    }
    if (says(settings.dir(), TAKEN)) {
      return TAKEN;
    }
    return outcome.failures().stream()
        .filter(f -> f.kind().equals("exception") || f.kind().equals("exit"))
        .map(f -> f.kind() + " " + f.detail())
        .findFirst()
        .orElse(null);
  }

  private static boolean says(Path dir, String words) throws IOException {
    Path output = dir.resolve(ControlledRun.OUTPUT);
    return Files.exists(output)
        && Files.size(output) < 1 << 20
        && Files.readString(output, ISO_8859_1).contains(words);
  }
}
