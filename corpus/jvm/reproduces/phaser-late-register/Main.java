// kind: assertion
// jdk: 17
// model: sc
// failure: java.lang.AssertionError
//
// Phaser misuse: workers register themselves when they start to run instead of being registered by
// the coordinator. If the coordinator arrives first, the phase advances without them.
// Shows as: uncaught AssertionError in main, the phase ended before all parts were computed.
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicIntegerArray;

public final class Main {
  static final int WORKERS = 2;

  public static void main(String[] args) throws InterruptedException {
    Phaser phaser = new Phaser(1);
    AtomicIntegerArray parts = new AtomicIntegerArray(WORKERS);
    Thread[] workers = new Thread[WORKERS];
    for (int w = 0; w < WORKERS; w++) {
      int part = w;
      workers[w] =
          new Thread(
              () -> {
                phaser.register();
                parts.set(part, compute(part, 300));
                phaser.arriveAndDeregister();
              },
              "worker-" + w);
      workers[w].start();
    }
    int own = compute(WORKERS, 4000);
    phaser.arriveAndAwaitAdvance();
    int done = 0;
    for (int w = 0; w < WORKERS; w++) {
      done += parts.get(w) > 0 ? 1 : 0;
    }
    for (Thread worker : workers) {
      worker.join();
    }
    if (done != WORKERS) {
      throw new AssertionError(done + " of " + WORKERS + " parts, own part " + own);
    }
  }

  private static int compute(int part, int steps) {
    int value = part + 1;
    for (int i = 0; i < steps; i++) {
      value = (value * 37 + i) % 65_521;
    }
    return value + 1;
  }
}
