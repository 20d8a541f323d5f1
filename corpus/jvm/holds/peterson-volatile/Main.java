// kind: none
// jdk: 17
// model: pso
//
// Correct twin of peterson-tso: interest and turn are volatile, which forbids the reordering.
public final class Main {
  static final class PetersonLock {
    private volatile boolean zeroInterested;
    private volatile boolean oneInterested;
    private volatile int turn;

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

  static final int INCREMENTS = 300;

  public static void main(String[] args) throws InterruptedException {
    PetersonLock lock = new PetersonLock();
    int[] counter = new int[1];
    Thread[] threads = new Thread[2];
    for (int t = 0; t < 2; t++) {
      int me = t;
      threads[t] =
          new Thread(
              () -> {
                for (int i = 0; i < INCREMENTS; i++) {
                  lock.lock(me);
                  counter[0]++;
                  lock.unlock(me);
                }
              },
              "worker-" + t);
      threads[t].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    if (counter[0] != 2 * INCREMENTS) {
      throw new AssertionError("counter is " + counter[0]);
    }
  }
}
