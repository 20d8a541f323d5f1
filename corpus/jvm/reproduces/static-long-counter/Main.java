// kind: assertion
// jdk: 17
// model: sc
// failure: java.lang.AssertionError
//
// Read-modify-write on a static long: sequence numbers are drawn from a static counter without a
// lock,
// and two documents get the same number.
// Shows as: uncaught AssertionError in main, the counter is behind the number of documents.
import java.util.concurrent.CountDownLatch;

public final class Main {
  static final class Sequence {
    private static long next = 1;

    static long draw() {
      long number = next;
      next = number + 1;
      return number;
    }
  }

  record Document(long number) {}

  static final int DOCUMENTS = 1000;

  public static void main(String[] args) throws InterruptedException {
    CountDownLatch ready = new CountDownLatch(2);
    Thread[] writers = new Thread[2];
    for (int w = 0; w < writers.length; w++) {
      writers[w] = new Thread(() -> write(ready), "writer-" + w);
      writers[w].start();
    }
    for (Thread writer : writers) {
      writer.join();
    }
    long drawn = Sequence.next - 1;
    if (drawn != writers.length * DOCUMENTS) {
      throw new AssertionError(drawn + " numbers for " + writers.length * DOCUMENTS);
    }
  }

  private static void write(CountDownLatch ready) {
    ready.countDown();
    try {
      ready.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    Document last = null;
    for (int i = 0; i < DOCUMENTS; i++) {
      last = new Document(Sequence.draw());
    }
    if (last == null || last.number() <= 0) {
      throw new IllegalStateException("no document");
    }
  }
}
