// kind: none
// jdk: 17
// model: pso
//
// Workers that die of an exception which their supervisor expects: a handler of each thread starts
// another one in its place, and in the end all work is done.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

public final class Main {
  private static final int ATTEMPTS = 3;

  static final class Retry extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Retry(String message) {
      super(message);
    }
  }

  private final AtomicInteger restarts = new AtomicInteger();
  private final CountDownLatch finished = new CountDownLatch(2);

  public static void main(String[] args) throws InterruptedException {
    Main supervisor = new Main();
    supervisor.start("mail", new AtomicInteger());
    supervisor.start("print", new AtomicInteger());
    supervisor.finished.await();
    if (supervisor.restarts.get() != 2 * (ATTEMPTS - 1)) {
      throw new AssertionError(supervisor.restarts + " restarts");
    }
  }

  private void start(String name, AtomicInteger attempts) {
    Thread worker = new Thread(() -> work(name, attempts), name);
    worker.setUncaughtExceptionHandler(
        (thread, e) -> {
          if (!(e instanceof Retry)) {
            System.exit(70);
          }
          restarts.incrementAndGet();
          start(name, attempts);
        });
    worker.start();
  }

  private void work(String name, AtomicInteger attempts) {
    int attempt = attempts.incrementAndGet();
    if (attempt < ATTEMPTS) {
      throw new Retry(name + ", attempt " + attempt);
    }
    finished.countDown();
  }
}
