// kind: exception
// jdk: 17
// model: sc
// failure: java.lang.IllegalStateException
//
// A producer hands over requests through one slot, yields to the worker after each, and stops it. A
// yield promises nothing: the worker may see the stop before the last request.
// Shows as: uncaught IllegalStateException in main, a request was never served.
public final class Main {
  private static final Object LOCK = new Object();
  private static boolean requested;
  private static volatile boolean stopped;

  public static void main(String[] args) throws InterruptedException {
    Thread worker = new Thread(Main::serve, "worker");
    worker.start();
    for (int i = 0; i < 10; i++) {
      synchronized (LOCK) {
        requested = true;
        LOCK.notify();
      }
      Thread.onSpinWait();
    }
    stopped = true;
    worker.interrupt();
    worker.join();
    synchronized (LOCK) {
      if (requested) {
        throw new IllegalStateException("a request was never served");
      }
    }
  }

  private static void serve() {
    while (!stopped) {
      synchronized (LOCK) {
        try {
          if (!requested) {
            LOCK.wait();
          }
          requested = false;
        } catch (InterruptedException e) {
          return;
        }
      }
    }
  }
}
