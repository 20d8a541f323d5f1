// kind: hang
// jdk: 17
// model: sc
//
// Consumers poll a queue with a time limit and count what they have done; main sleeps and looks
// until all is counted. The count is no atomic step: when an update is lost, everybody goes on
// polling for ever, and nobody waits without a limit.
// Shows as: hang, all threads in timed waits.
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

public final class Main {
  private static final int JOBS = 300;
  private static int done;
  private static volatile boolean stop;

  private static void consume(BlockingQueue<Integer> queue) {
    try {
      while (!stop) {
        Integer job = queue.poll(20, TimeUnit.MILLISECONDS);
        if (job != null) {
          int before = done;
          for (int i = 0; i < job % 7; i++) {
            Thread.onSpinWait();
          }
          done = before + 1;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    BlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
    for (int i = 0; i < 3; i++) {
      new Thread(() -> consume(queue), "consumer-" + i).start();
    }
    for (int i = 0; i < JOBS; i++) {
      queue.put(i);
    }
    while (done < JOBS) {
      Thread.sleep(10);
    }
    stop = true;
  }
}
