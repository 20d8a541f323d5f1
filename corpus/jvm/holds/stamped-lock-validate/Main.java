// kind: none
// jdk: 17
// model: pso
//
// Correct twin of stamped-lock-no-validate: an optimistic read is validated before its values are
// used
// and falls back to the read lock.
import java.util.concurrent.locks.StampedLock;

public final class Main {
  static final class Point {
    private final StampedLock lock = new StampedLock();
    private int x;
    private int y;

    void move(int by) {
      long stamp = lock.writeLock();
      try {
        x += by;
        y += by;
      } finally {
        lock.unlockWrite(stamp);
      }
    }

    int distance() {
      long stamp = lock.tryOptimisticRead();
      int seenX = x;
      int seenY = y;
      if (!lock.validate(stamp)) {
        stamp = lock.readLock();
        try {
          seenX = x;
          seenY = y;
        } finally {
          lock.unlockRead(stamp);
        }
      }
      return seenX - seenY;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Point point = new Point();
    Thread mover =
        new Thread(
            () -> {
              for (int i = 0; i < 100; i++) {
                point.move(1 + i % 3);
              }
            },
            "mover");
    mover.start();
    for (int i = 0; i < 200; i++) {
      if (point.distance() != 0) {
        throw new AssertionError("off the diagonal");
      }
    }
    mover.join();
  }
}
