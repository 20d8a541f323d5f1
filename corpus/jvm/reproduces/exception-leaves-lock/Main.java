// kind: hang
// jdk: 17
// model: sc
//
// An exception changes the path: unlock() is not in a finally block. When two uploads race on a
// plain
// quota, one of them fails its check, throws past unlock() and is caught far above; the lock stays.
// Shows as: hang, the other upload parked in ReentrantLock.lock of a lock nobody will release.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;

public final class Main {
  static final class QuotaExceededException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  static final class Volume {
    private final ReentrantLock lock = new ReentrantLock();
    private volatile int reserved;
    private int written;

    void upload(int size) {
      reserved = size;
      int blocks = blocksFor(size);
      lock.lock();
      write(size, blocks);
      lock.unlock();
    }

    private void write(int size, int blocks) {
      if (reserved < size) {
        throw new QuotaExceededException();
      }
      written += blocks;
    }

    private static int blocksFor(int size) {
      int blocks = 0;
      for (int bytes = size; bytes > 0; bytes -= 2) {
        blocks++;
      }
      return blocks;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Volume volume = new Volume();
    CountDownLatch start = new CountDownLatch(2);
    Thread small = new Thread(() -> uploads(volume, start, 60), "small");
    Thread large = new Thread(() -> uploads(volume, start, 120), "large");
    small.start();
    large.start();
    small.join();
    large.join();
    System.out.println("written " + volume.written);
  }

  private static void uploads(Volume volume, CountDownLatch start, int size) {
    start.countDown();
    try {
      start.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    for (int i = 0; i < 300; i++) {
      try {
        volume.upload(size);
      } catch (QuotaExceededException e) {
        // The client gives up quietly, as clients do; the lock it left behind is the bug.
        return;
      }
    }
  }
}
