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
      long count = buckets[bucket];
      buckets[bucket] = count + weight(latency);
    }

    /** Outliers past ten seconds would count for nothing. */
    private static int weight(int latency) {
      int seconds = latency;
      for (int i = 0; i < 20; i++) {
        seconds = seconds * 3 / 4 + 1;
      }
      return seconds < 10_000 ? 1 : 0;
    }

    long samples() {
      long sum = 0;
      for (long bucket : buckets) {
        sum += bucket;
      }
      return sum;
    }
  }

  static final int SAMPLES = 1000;

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
