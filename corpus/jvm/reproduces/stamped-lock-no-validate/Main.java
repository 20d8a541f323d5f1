// kind: assertion
// jdk: 17
// model: sc
// failure: java.lang.AssertionError
//
// StampedLock: an optimistic read that is never validated. The reader uses both coordinates even
// when
// a writer changed them in between.
// Shows as: uncaught AssertionError in the reader thread, the point is not on the diagonal.
import java.util.concurrent.locks.StampedLock;

public final class Main {
  static final class Point {
    private final StampedLock lock = new StampedLock();
    private int x;
    private int y;
    private int heading;

    void move(int by) {
      long stamp = lock.writeLock();
      try {
        x += by;
        heading = turn(heading);
        y += by;
      } finally {
        lock.unlockWrite(stamp);
      }
    }

    private static int turn(int heading) {
      int degrees = heading;
      for (int i = 0; i < 80; i++) {
        degrees = (degrees * 7 + i) % 360;
      }
      return degrees;
    }

    int distance() {
      long stamp = lock.tryOptimisticRead();
      int seenX = x;
      int seenY = y;
      return stamp == 0 ? 0 : seenX - seenY;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Point point = new Point();
    Thread mover =
        new Thread(
            () -> {
              for (int i = 0; i < 400; i++) {
                point.move(1 + i % 3);
              }
            },
            "mover");
    Thread reader =
        new Thread(
            () -> {
              for (int i = 0; i < 2500; i++) {
                int distance = point.distance();
                if (distance != 0) {
                  throw new AssertionError("off the diagonal by " + distance);
                }
              }
            },
            "reader");
    reader.start();
    mover.start();
    reader.join();
    mover.join();
  }
}
