// kind: exception
// jdk: 17
// model: sc
// failure: java.lang.IllegalStateException
// failure: java.lang.NullPointerException
//
// A Semaphore with two permits limits borrowers, but does not protect the free list behind it: both
// permitted threads search the list at the same time and take the same session.
// Shows as: uncaught IllegalStateException "lent twice" (or NullPointerException, none found) in a
// borrower thread.
import java.util.concurrent.Semaphore;

public final class Main {
  static final class Session {
    private volatile Thread user;

    void use() {
      if (user != null) {
        throw new IllegalStateException("session lent twice");
      }
      user = Thread.currentThread();
      int state = 1;
      for (int i = 0; i < 40; i++) {
        state = state * 31 + i;
      }
      user = state == 0 ? user : null;
    }
  }

  static final class SessionPool {
    private final Semaphore permits = new Semaphore(2);
    private volatile int lastTrace;
    private final Session[] free = {new Session(), new Session()};

    private static int trace(int slot) {
      int id = slot;
      for (int i = 0; i < 200; i++) {
        id = id * 31 + i;
      }
      return id;
    }

    void withSession() throws InterruptedException {
      permits.acquire();
      int slot = free[0] != null ? 0 : 1;
      Session session = free[slot];
      lastTrace = trace(slot);
      free[slot] = null;
      session.use();
      free[slot] = session;
      permits.release();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    SessionPool pool = new SessionPool();
    Thread[] borrowers = new Thread[2];
    for (int b = 0; b < borrowers.length; b++) {
      borrowers[b] =
          new Thread(
              () -> {
                try {
                  for (int i = 0; i < 300; i++) {
                    pool.withSession();
                  }
                } catch (InterruptedException e) {
                  throw new IllegalArgumentException(e);
                }
              },
              "borrower-" + b);
    }
    for (Thread borrower : borrowers) {
      borrower.start();
    }
    for (Thread borrower : borrowers) {
      borrower.join();
    }
  }
}
