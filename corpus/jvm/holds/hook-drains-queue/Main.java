// kind: none
// jdk: 17
// model: pso
//
// A daemon writes what main queues; a shutdown hook tells it to stop and waits until the queue is
// empty before it looks at the result.
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

public final class Main {
  private static final int LINES = 100;
  private static final BlockingQueue<String> QUEUE = new LinkedBlockingQueue<>();
  private static final CountDownLatch DRAINED = new CountDownLatch(1);
  private static volatile boolean stopping;
  private static int written;

  private Main() {}

  private static void write() {
    try {
      while (!stopping || !QUEUE.isEmpty()) {
        if (QUEUE.poll(1, TimeUnit.MILLISECONDS) != null) {
          written++;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    DRAINED.countDown();
  }

  private static void close() {
    stopping = true;
    try {
      DRAINED.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (written != LINES) {
      Runtime.getRuntime().halt(5);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread writer = new Thread(Main::write, "writer");
    writer.setDaemon(true);
    writer.start();
    Runtime.getRuntime().addShutdownHook(new Thread(Main::close, "close"));
    for (int i = 0; i < LINES; i++) {
      QUEUE.put("line " + i);
    }
  }
}
