// kind: assertion
// jdk: 17
// model: tso
// failure: java.lang.AssertionError
//
// Peterson's lock on plain fields. Under SC it excludes; with store buffers the read of the other
// thread's interest may pass the own stores to interest and turn, and both threads enter.
// Shows as: uncaught AssertionError in main, the guarded counter lost an update.
public final class Main {
  static final class PetersonLock {
    private boolean zeroInterested;
    private boolean oneInterested;
    private int turn;

    void lock(int me) {
      if (me == 0) {
        zeroInterested = true;
        turn = 1;
        while (oneInterested && turn == 1) {
          Thread.yield();
        }
      } else {
        oneInterested = true;
        turn = 0;
        while (zeroInterested && turn == 0) {
          Thread.yield();
        }
      }
    }

    void unlock(int me) {
      if (me == 0) {
        zeroInterested = false;
      } else {
        oneInterested = false;
      }
    }
  }

  static final class Counter {
    private final PetersonLock lock = new PetersonLock();
    private int value;

    void increment(int me) {
      lock.lock(me);
      value++;
      lock.unlock(me);
    }
  }

  static final int INCREMENTS = 2000;

  public static void main(String[] args) throws InterruptedException {
    Counter counter = new Counter();
    Thread[] threads = new Thread[2];
    for (int t = 0; t < 2; t++) {
      int me = t;
      threads[t] =
          new Thread(
              () -> {
                for (int i = 0; i < INCREMENTS; i++) {
                  counter.increment(me);
                }
              },
              "worker-" + t);
    }
    for (Thread thread : threads) {
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    if (counter.value != 2 * INCREMENTS) {
      throw new AssertionError("counter is " + counter.value);
    }
  }
}
