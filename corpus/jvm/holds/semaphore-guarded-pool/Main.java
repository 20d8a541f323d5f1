// kind: none
// jdk: 17
// model: pso
//
// Correct twin of semaphore-pool and semaphore-hold-and-wait: permits are acquired all at once, the
// free list behind them has its own lock, and release is in finally.
import java.util.ArrayDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;

public final class Main {
  static final class SessionPool {
    private final Semaphore permits = new Semaphore(3);
    private final ArrayDeque<AtomicBoolean> free = new ArrayDeque<>();

    SessionPool() {
      for (int i = 0; i < 3; i++) {
        free.add(new AtomicBoolean());
      }
    }

    void withTwoSessions() throws InterruptedException {
      permits.acquire(2);
      try {
        AtomicBoolean first = take();
        AtomicBoolean second = take();
        giveBack(first);
        giveBack(second);
      } finally {
        permits.release(2);
      }
    }

    private AtomicBoolean take() {
      AtomicBoolean session;
      synchronized (free) {
        session = free.removeFirst();
      }
      if (!session.compareAndSet(false, true)) {
        throw new AssertionError("session lent twice");
      }
      return session;
    }

    private void giveBack(AtomicBoolean session) {
      session.set(false);
      synchronized (free) {
        free.addLast(session);
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    SessionPool pool = new SessionPool();
    Thread[] borrowers = new Thread[3];
    for (int b = 0; b < borrowers.length; b++) {
      borrowers[b] =
          new Thread(
              () -> {
                try {
                  for (int i = 0; i < 40; i++) {
                    pool.withTwoSessions();
                  }
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              },
              "borrower-" + b);
      borrowers[b].start();
    }
    for (Thread borrower : borrowers) {
      borrower.join();
    }
  }
}
