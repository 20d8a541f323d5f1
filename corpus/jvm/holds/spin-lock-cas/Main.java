// kind: none
// jdk: 17
// model: pso
//
// Correct twin of spin-lock-volatile and spin-plain-flag: the lock is taken by compare-and-set, and
// the flag that a reader spins on is volatile and set last.
import java.util.concurrent.atomic.AtomicBoolean;

public final class Main {
  static final class SpinLock {
    private final AtomicBoolean held = new AtomicBoolean();

    void lock() {
      while (!held.compareAndSet(false, true)) {
        Thread.onSpinWait();
      }
    }

    void unlock() {
      held.set(false);
    }
  }

  private static volatile boolean ready;
  private static String payload;

  public static void main(String[] args) throws InterruptedException {
    SpinLock lock = new SpinLock();
    int[] entries = new int[1];
    Thread[] clerks = new Thread[2];
    for (int c = 0; c < clerks.length; c++) {
      clerks[c] =
          new Thread(
              () -> {
                while (!ready) {
                  Thread.yield();
                }
                for (int i = 0; i < 100; i++) {
                  lock.lock();
                  entries[0] += payload.length();
                  lock.unlock();
                }
              },
              "clerk-" + c);
      clerks[c].start();
    }
    payload = "x";
    ready = true;
    for (Thread clerk : clerks) {
      clerk.join();
    }
    if (entries[0] != 200) {
      throw new AssertionError(entries[0] + " entries");
    }
  }
}
