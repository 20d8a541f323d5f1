package dev.heisenbug.agent.rt;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Threads go on one after the other, and none for ever. */
@Timeout(60)
class TurnsTest {
  /** Turns of two places on average, and very many of them. */
  private static final long SHORT = 1 | 5 << 13;

  /** Turns of 128 places on average. */
  private static final long LONG = SHORT | 7 << 3;

  private static final int PASSES = 2_000;
  private static final int SOME = 50;

  /** A thread that gets no processor lets another one pass alone. */
  private static final int TRIES = 12;

  @TempDir Path folder;
  private Store store;

  @BeforeEach
  void open() throws Exception {
    store = new Store(folder.resolve("events.hbs").toFile(), 1 << 26);
  }

  @AfterEach
  void end() {
    Turns.end();
  }

  @Test
  void turnsAreAsLongAsTheyAreMeantToBe() throws Exception {
    assertThat(mostChanges(SHORT)).isGreaterThan(500);
    assertThat(mostChanges(LONG)).isLessThan(400);
  }

  @Test
  void allPassWhateverTheTurnsAreLike() throws Exception {
    for (long random = 1; random < 1L << 24; random = random * 7 + 3) {
      assertThat(order(random)).as("random %d", random).hasSizeGreaterThanOrEqualTo(2 * PASSES);
    }
  }

  @Test
  void whoRestsLosesTheTurn() throws Exception {
    Turns.begin(SHORT);
    CountDownLatch resting = new CountDownLatch(1);
    CountDownLatch passed = new CountDownLatch(1);
    Thread first =
        new Thread(
            () -> {
              pass(log(1));
              resting.countDown();
              await(passed);
            });
    first.start();
    resting.await();
    Thread second = new Thread(() -> passMany(log(2)));
    second.start();
    second.join();
    passed.countDown();
    first.join();
  }

  @Test
  void whoPassesNoPlacesLosesTheTurn() throws Exception {
    Turns.begin(SHORT);
    AtomicBoolean computing = new AtomicBoolean();
    AtomicBoolean passed = new AtomicBoolean();
    Thread first =
        new Thread(
            () -> {
              pass(log(1));
              computing.set(true);
              while (!passed.get()) {
                Thread.onSpinWait();
              }
            });
    first.start();
    while (!computing.get()) {
      Thread.onSpinWait();
    }
    Thread second = new Thread(() -> passMany(log(2)));
    second.start();
    second.join();
    passed.set(true);
    first.join();
  }

  @Test
  void virtualThreadsThatAreHeldUpWithAllCarriersWaitForNoneThatNeedsOne() throws Exception {
    for (int n = 0; n < TRIES; n++) {
      Turns.begin(SHORT);
      holdUpAllCarriers();
    }
  }

  /** One virtual thread waits for its turn, then as many as there are carriers do and keep them. */
  private void holdUpAllCarriers() throws Exception {
    Log mine = log(1);
    pass(mine);
    CountDownLatch begun = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    threads.add(Thread.ofVirtual().start(() -> passSome(begun, log(2))));
    passUntil(begun, mine);
    int carriers = Runtime.getRuntime().availableProcessors();
    CountDownLatch pinned = new CountDownLatch(carriers);
    for (int i = 0; i < carriers; i++) {
      int serial = 3 + i;
      Runnable work = () -> passSome(pinned, log(serial));
      threads.add(Thread.ofVirtual().start(() -> Pinned.run(work)));
    }
    passUntil(pinned, mine);
    passSome(pinned, mine);
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static void passSome(CountDownLatch latch, Log log) {
    latch.countDown();
    for (int i = 0; i < SOME; i++) {
      pass(log);
    }
  }

  /** Keeps the turn. */
  private static void passUntil(CountDownLatch latch, Log log) {
    while (latch.getCount() > 0) {
      Turns.pass(log, 0, false);
      Thread.onSpinWait();
    }
  }

  private int mostChanges(long random) throws Exception {
    int most = 0;
    for (int n = 0; n < TRIES; n++) {
      List<Integer> order = order(random);
      int changes = 0;
      for (int i = 1; i < order.size(); i++) {
        changes += order.get(i).equals(order.get(i - 1)) ? 0 : 1;
      }
      most = Math.max(most, changes);
    }
    return most;
  }

  /** Who passed, in order: two threads that go on until both have passed often. */
  private List<Integer> order(long random) throws Exception {
    Turns.begin(random);
    List<Integer> order = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch often = new CountDownLatch(2);
    List<Thread> threads = new ArrayList<>();
    for (int i = 1; i <= 2; i++) {
      int number = i;
      Thread thread = new Thread(() -> passInTurns(number, often, order));
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    return order;
  }

  private void passInTurns(int number, CountDownLatch often, List<Integer> order) {
    Log log = log(number);
    for (int i = 1; i <= PASSES || often.getCount() > 0; i++) {
      pass(log);
      order.add(number);
      if (i == PASSES) {
        often.countDown();
      }
    }
  }

  private void passMany(Log log) {
    for (int i = 0; i < PASSES; i++) {
      pass(log);
    }
  }

  private static void pass(Log log) {
    Turns.pass(log, 0, true);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private Log log(int serial) {
    Log log = new Log(serial, serial, store, false, false);
    log.start(0, 0, 0, new byte[] {'t'});
    return log;
  }
}
