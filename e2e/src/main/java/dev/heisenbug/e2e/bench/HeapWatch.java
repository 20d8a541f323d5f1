package dev.heisenbug.e2e.bench;

/** Looks at the operator's heap once a second. */
final class HeapWatch implements AutoCloseable {
  private final Thread thread;
  private volatile double peak;

  HeapWatch(OperatorProcess operator) {
    thread =
        Thread.ofPlatform()
            .name("heap")
            .daemon()
            .start(
                () -> {
                  while (!Thread.currentThread().isInterrupted()) {
                    peak = Math.max(peak, operator.metrics().heapMebibytes());
                    try {
                      Thread.sleep(1000);
                    } catch (InterruptedException e) {
                      return;
                    }
                  }
                });
  }

  double peak() {
    return peak;
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
