// kind: exception
// jdk: 17
// model: sc
// failure: java.lang.IllegalStateException
//
// A read lock that cannot be converted is given back and the write lock taken, but what was read is
// not looked at again: two threads place the same piece.
import java.util.concurrent.locks.StampedLock;

public final class Main {
  private final StampedLock lock = new StampedLock();
  private int x;
  private int y;

  public static void main(String[] args) throws InterruptedException {
    Main piece = new Main();
    Thread[] threads = {
      new Thread(() -> piece.placeIfFree(1, 1), "white"),
      new Thread(() -> piece.placeIfFree(2, 2), "black"),
      new Thread(piece::watch, "watcher")
    };
    for (Thread thread : threads) {
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private void placeIfFree(int newX, int newY) {
    long stamp = lock.readLock();
    try {
      if (x == 0 && y == 0) {
        long write = lock.tryConvertToWriteLock(stamp);
        if (write == 0) {
          lock.unlockRead(stamp);
          write = lock.writeLock();
        }
        stamp = write;
        x = newX;
        y = newY;
      }
    } finally {
      lock.unlock(stamp);
    }
  }

  private void watch() {
    int before = x;
    if (before != 0) {
      Thread.yield();
      long stamp = lock.readLock();
      int now = x;
      lock.unlockRead(stamp);
      if (now != before) {
        throw new IllegalStateException("placed at " + before + " and again at " + now);
      }
    }
  }
}
