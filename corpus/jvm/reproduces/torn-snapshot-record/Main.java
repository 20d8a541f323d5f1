// kind: assertion
// jdk: 17
// model: sc
// failure: java.lang.AssertionError
//
// A record built from two volatile fields: each read is atomic, the pair is not. A depot moves
// goods
// between two counters; a snapshot taken in the middle of a move counts goods twice or not at all.
// Shows as: uncaught AssertionError in the auditor thread.
import java.util.concurrent.CountDownLatch;

public final class Main {
  record Snapshot(int inStock, int inTransit) {
    int total() {
      return inStock + inTransit;
    }
  }

  static final class Depot {
    private volatile int inStock = 50;
    private volatile int inTransit;
    private int lastManifest;

    void ship(int count) {
      inStock -= count;
      lastManifest = manifest(count);
      inTransit += count;
    }

    private static int manifest(int count) {
      int code = count;
      for (int i = 0; i < 30; i++) {
        code = (code * 13 + i) & 0xffff;
      }
      return code;
    }

    void unload(int count) {
      inTransit -= count;
      inStock += count;
    }

    Snapshot snapshot() {
      return new Snapshot(inStock, inTransit);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Depot depot = new Depot();
    CountDownLatch start = new CountDownLatch(2);
    Thread trucks =
        new Thread(
            () -> {
              await(start);
              for (int trip = 0; trip < 400; trip++) {
                depot.ship(1 + trip % 4);
                depot.unload(1 + trip % 4);
              }
            },
            "trucks");
    Thread auditor =
        new Thread(
            () -> {
              await(start);
              for (int i = 0; i < 400; i++) {
                Snapshot snapshot = depot.snapshot();
                if (snapshot.total() != 50) {
                  throw new AssertionError("audit failed: " + snapshot);
                }
              }
            },
            "auditor");
    auditor.start();
    trucks.start();
    auditor.join();
    trucks.join();
  }

  private static void await(CountDownLatch start) {
    start.countDown();
    try {
      start.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
