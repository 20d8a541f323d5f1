/** Waits in a loop for a thread that never gets to say that it is done. */
public final class Main {
  static boolean done;

  public static void main(String[] args) throws InterruptedException {
    Thread worker =
        new Thread(
            () -> {
              Object lock = new Object();
              synchronized (lock) {
                done = true;
              }
            });
    worker.start();
    while (!done) {
      Thread.yield();
    }
  }
}
