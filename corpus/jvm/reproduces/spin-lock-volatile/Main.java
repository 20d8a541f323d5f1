// kind: assertion
// jdk: 17
// model: sc
// failure: java.lang.AssertionError
//
// A spin lock on a volatile boolean: testing the flag and setting it are two steps, so two threads
// that leave the spin together both believe that they hold the lock.
// Shows as: uncaught AssertionError in main, the guarded ledger lost an entry.
public final class Main {
  static final class SpinLock {
    private volatile boolean held;

    void lock() {
      while (held) {
        Thread.onSpinWait();
      }
      held = true;
    }

    void unlock() {
      held = false;
    }
  }

  static final class Ledger {
    private final SpinLock lock = new SpinLock();
    private int entries;
    private int lastHash;

    void append(int amount) {
      lock.lock();
      int count = entries;
      lastHash = hash(lastHash, amount);
      entries = count + 1;
      lock.unlock();
    }

    private static int hash(int previous, int amount) {
      int value = previous;
      for (int i = 0; i < 20; i++) {
        value = value * 31 + amount;
      }
      return value;
    }
  }

  static final int APPENDS = 400;

  public static void main(String[] args) throws InterruptedException {
    Ledger ledger = new Ledger();
    Thread[] clerks = new Thread[2];
    for (int c = 0; c < clerks.length; c++) {
      clerks[c] =
          new Thread(
              () -> {
                for (int i = 0; i < APPENDS; i++) {
                  ledger.append(i);
                }
              },
              "clerk-" + c);
    }
    for (Thread clerk : clerks) {
      clerk.start();
    }
    for (Thread clerk : clerks) {
      clerk.join();
    }
    if (ledger.entries != clerks.length * APPENDS) {
      throw new AssertionError(ledger.entries + " entries");
    }
  }
}
