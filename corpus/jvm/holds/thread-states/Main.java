// kind: none
// jdk: 17
// model: pso
//
// Goes by what Thread.getState says of others, as tests do: one that waits has come to its wait, one
// that is blocked has come to the monitor, one that sleeps has come to its sleep. Joins with a
// Duration.
public final class Main {
  private static final Object LOCK = new Object();
  private static boolean go;
  private static boolean done;
  private static volatile int came;

  public static void main(String[] args) throws InterruptedException {
    waits();
    isBlocked();
    waitsForAWhile();
  }

  private static void waits() throws InterruptedException {
    Thread waiter = new Thread(Main::awaitGo, "waiter");
    waiter.start();
    await(waiter, Thread.State.WAITING, 1);
    synchronized (LOCK) {
      go = true;
      LOCK.notify();
    }
    join(waiter);
  }

  private static void awaitGo() {
    synchronized (LOCK) {
      came = 1;
      while (!go) {
        try {
          LOCK.wait();
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }
    }
  }

  private static void isBlocked() throws InterruptedException {
    Thread blocked = new Thread(Main::enter, "blocked");
    synchronized (LOCK) {
      blocked.start();
      await(blocked, Thread.State.BLOCKED, 2);
      if (!go) {
        throw new AssertionError("two in one monitor");
      }
    }
    join(blocked);
  }

  private static void enter() {
    came = 2;
    synchronized (LOCK) {
      go = false;
    }
  }

  private static void waitsForAWhile() throws InterruptedException {
    Thread waiter = new Thread(Main::awaitDone, "patient");
    waiter.start();
    await(waiter, Thread.State.TIMED_WAITING, 3);
    synchronized (LOCK) {
      done = true;
    }
    join(waiter);
  }

  private static void awaitDone() {
    synchronized (LOCK) {
      came = 3;
      while (!done) {
        try {
          LOCK.wait(20);
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }
    }
  }

  private static void await(Thread thread, Thread.State state, int number) {
    while (thread.getState() != state) {
      Thread.onSpinWait();
    }
    if (came != number) {
      throw new AssertionError(state + " before it came there");
    }
  }

  private static void join(Thread thread) throws InterruptedException {
    thread.join(60_000);
    if (thread.getState() != Thread.State.TERMINATED) {
      throw new AssertionError(thread.getName() + " is " + thread.getState());
    }
  }
}
