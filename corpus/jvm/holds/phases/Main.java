// kind: none
// jdk: 17
// model: pso
//
// Correct twin of phaser-late-register and latch-before-result: parties are registered before the
// workers start, results are stored before counting down, and a CyclicBarrier separates two steps.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Phaser;

public final class Main {
  static final int WORKERS = 3;

  public static void main(String[] args) throws InterruptedException {
    int[] parts = new int[WORKERS];
    int[] sums = new int[WORKERS];
    Phaser phaser = new Phaser(1);
    CyclicBarrier barrier = new CyclicBarrier(WORKERS);
    CountDownLatch done = new CountDownLatch(WORKERS);
    for (int w = 0; w < WORKERS; w++) {
      int part = w;
      phaser.register();
      new Thread(
              () -> {
                parts[part] = part + 1;
                phaser.arriveAndAwaitAdvance();
                await(barrier);
                for (int value : parts) {
                  sums[part] += value;
                }
                done.countDown();
              },
              "worker-" + w)
          .start();
    }
    phaser.arriveAndAwaitAdvance();
    int total = 0;
    for (int value : parts) {
      total += value;
    }
    done.await();
    for (int sum : sums) {
      if (sum != 6 || total != 6) {
        throw new AssertionError("sum " + sum + " total " + total);
      }
    }
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
