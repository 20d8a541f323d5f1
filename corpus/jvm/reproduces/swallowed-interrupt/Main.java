// kind: hang
// jdk: 17
// model: sc
//
// A worker polls until it is interrupted. An interrupt that comes while it pauses ends the pause
// alone, and whoever waits for the worker waits for ever.
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

public final class Main {
  private static final int JOBS = 4;

  private final Queue<Integer> jobs = new ConcurrentLinkedQueue<>();
  private volatile int done;

  public static void main(String[] args) throws InterruptedException {
    Main main = new Main();
    for (int i = 1; i <= JOBS; i++) {
      main.jobs.add(i);
    }
    Thread worker = new Thread(main::work, "worker");
    worker.start();
    while (main.done < JOBS) {
      Thread.onSpinWait();
    }
    worker.interrupt();
    worker.join();
  }

  private void work() {
    while (!Thread.currentThread().isInterrupted()) {
      Integer job = jobs.poll();
      if (job == null) {
        pause();
      } else {
        done++;
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(2);
    } catch (InterruptedException tryAgain) {
      // There may be work.
    }
  }
}
