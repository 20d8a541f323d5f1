// kind: exception
// jdk: 17
// model: sc
// failure: java.util.NoSuchElementException
//
// IBM ConTest "ProducerConsumer": two consumers share a work queue. Each queue method is
// synchronized, but "is there work" and "take it" are two calls, so both consumers may see the last
// element and the second one finds the queue empty.
// Shows as: uncaught NoSuchElementException in a consumer thread.
import java.util.ArrayDeque;

public final class Main {
  record Job(int id, int cost) {}

  static final class WorkQueue {
    private final ArrayDeque<Job> jobs = new ArrayDeque<>();
    private boolean closed;

    synchronized void put(Job job) {
      jobs.addLast(job);
    }

    synchronized void close() {
      closed = true;
    }

    synchronized boolean hasWork() {
      return !jobs.isEmpty();
    }

    synchronized boolean isClosed() {
      return closed;
    }

    synchronized Job take() {
      return jobs.removeFirst();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    WorkQueue queue = new WorkQueue();
    Thread[] consumers = new Thread[2];
    for (int c = 0; c < consumers.length; c++) {
      consumers[c] = new Thread(() -> consume(queue), "consumer-" + c);
      consumers[c].start();
    }
    for (int i = 0; i < 300; i++) {
      queue.put(new Job(i, work(i, 150)));
    }
    queue.close();
    for (Thread consumer : consumers) {
      consumer.join();
    }
  }

  private static void consume(WorkQueue queue) {
    while (true) {
      if (queue.hasWork()) {
        work(queue.take().cost(), 5);
      } else if (queue.isClosed()) {
        return;
      } else {
        Thread.onSpinWait();
      }
    }
  }

  private static int work(int cost, int steps) {
    int result = cost;
    for (int i = 0; i < steps; i++) {
      result = (result * 31 + i) & 0xff;
    }
    return result;
  }
}
