// kind: none
// jdk: 17
// model: pso
//
// Correct twin of bounded-buffer and condition-lost-signal: two Conditions of one lock, each
// awaited in
// a loop, so that signal() always wakes a thread that can go on.
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public final class Main {
  static final class Mailbox {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition notFull = lock.newCondition();
    private final Condition notEmpty = lock.newCondition();
    private final int[] letters = new int[2];
    private int count;

    void put(int letter) throws InterruptedException {
      lock.lock();
      try {
        while (count == letters.length) {
          notFull.await();
        }
        letters[count++] = letter;
        notEmpty.signal();
      } finally {
        lock.unlock();
      }
    }

    int take() throws InterruptedException {
      lock.lock();
      try {
        while (count == 0) {
          notEmpty.await();
        }
        int letter = letters[--count];
        notFull.signal();
        return letter;
      } finally {
        lock.unlock();
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Mailbox box = new Mailbox();
    Thread[] threads = new Thread[4];
    for (int t = 0; t < threads.length; t++) {
      boolean producer = t % 2 == 0;
      threads[t] = new Thread(() -> run(box, producer), (producer ? "producer-" : "consumer-") + t);
      threads[t].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static void run(Mailbox box, boolean producer) {
    try {
      for (int i = 0; i < 30; i++) {
        if (producer) {
          box.put(i);
        } else {
          box.take();
        }
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
