// kind: hang
// jdk: 17
// model: sc
//
// Hold and wait on a Semaphore: a copy job needs two buffers of two and acquires them one by one.
// With two jobs each holding one buffer, no second one is ever free.
// Shows as: hang, two threads parked in Semaphore.acquire.
import java.util.concurrent.Semaphore;

public final class Main {
  static final class Buffers {
    private final Semaphore free = new Semaphore(2);
    private volatile int copied;

    void copy(int bytes) throws InterruptedException {
      free.acquire();
      int checksum = read(bytes);
      free.acquire();
      copied = checksum;
      free.release(2);
    }

    private static int read(int bytes) {
      int checksum = 0;
      for (int i = 0; i < bytes; i++) {
        checksum = checksum * 31 + i;
      }
      return checksum;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Buffers buffers = new Buffers();
    Thread[] jobs = new Thread[2];
    for (int j = 0; j < jobs.length; j++) {
      jobs[j] =
          new Thread(
              () -> {
                try {
                  for (int i = 0; i < 12; i++) {
                    buffers.copy(1200);
                  }
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              },
              "copy-" + j);
    }
    for (Thread job : jobs) {
      job.start();
    }
    for (Thread job : jobs) {
      job.join();
    }
    System.out.println("last checksum " + buffers.copied);
  }
}
