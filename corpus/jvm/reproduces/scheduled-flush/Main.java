// kind: assertion
// jdk: 17
// model: sc
// failure: java.lang.AssertionError
//
// A scheduled executor flushes a metrics buffer: the flush task copies the pending sum and then
// resets
// it, while a request thread adds to it. What arrives between copy and reset is lost.
// Shows as: uncaught AssertionError in main, the flushed total is too small.
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public final class Main {
  static final class Metrics {
    private volatile int pending;
    private int flushed;

    synchronized void count() {
      pending++;
    }

    void flush() {
      int batch = pending;
      flushed += batch;
      report(batch);
      pending = 0;
    }

    private static int report(int batch) {
      int bytes = batch;
      for (int i = 0; i < 600; i++) {
        bytes = (bytes * 5 + i) & 0xffff;
      }
      return bytes;
    }
  }

  static final int REQUESTS = 1500;

  public static void main(String[] args) throws Exception {
    Metrics metrics = new Metrics();
    ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(1);
    for (int i = 0; i < 100; i++) {
      scheduler.schedule(metrics::flush, 0, TimeUnit.MILLISECONDS);
    }
    for (int i = 0; i < REQUESTS; i++) {
      Metrics.report(i);
      metrics.count();
    }
    scheduler.shutdown();
    if (!scheduler.awaitTermination(10, TimeUnit.SECONDS)) {
      throw new IllegalStateException("flush tasks are stuck");
    }
    metrics.flush();
    if (metrics.flushed != REQUESTS) {
      throw new AssertionError(metrics.flushed + " requests flushed");
    }
  }
}
