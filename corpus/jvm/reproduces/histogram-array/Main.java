// kind: assertion
// jdk: 17
// model: sc
// failure: java.lang.AssertionError
//
// Read-modify-write on array elements: request threads count latencies in a shared long array. Two
// increments of one bucket may read the same old value.
// Shows as: uncaught AssertionError in main, samples are missing from the histogram.
import java.util.concurrent.CyclicBarrier;

public final class Main {
  static final class Histogram {
    private final long[] buckets = new long[4];

    void record(int latency) {
      int bucket = 0;
      while (bucket < 3 && latency > 10 << bucket) {
        bucket++;
      }
      buckets[bucket]++;
    }

    long samples() {
      long sum = 0;
      for (long bucket : buckets) {
        sum += bucket;
      }
      return sum;
    }
  }

  static final int SAMPLES = 3000;

  public static void main(String[] args) throws InterruptedException {
    Histogram histogram = new Histogram();
    CyclicBarrier start = new CyclicBarrier(2);
    Thread[] requests = new Thread[2];
    for (int r = 0; r < requests.length; r++) {
      requests[r] =
          new Thread(
              () -> {
                await(start);
                for (int i = 0; i < SAMPLES; i++) {
                  histogram.record(i % 50);
                }
              },
              "requests-" + r);
      requests[r].start();
    }
    for (Thread request : requests) {
      request.join();
    }
    if (histogram.samples() != requests.length * SAMPLES) {
      throw new AssertionError(histogram.samples() + " samples");
    }
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
