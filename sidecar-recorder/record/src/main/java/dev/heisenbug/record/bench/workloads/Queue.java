package dev.heisenbug.record.bench.workloads;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Concurrent collections: a producer, a consumer, a shared map and a counter. */
record Queue(int count) implements Workload {
  @Override
  public long run() throws InterruptedException {
    ArrayBlockingQueue<Integer> queue = new ArrayBlockingQueue<>(256);
    ConcurrentHashMap<Integer, Integer> seen = new ConcurrentHashMap<>();
    AtomicLong total = new AtomicLong();
    Thread consumer =
        new Thread(
            () -> {
              try {
                for (int i = 0; i < count; i++) {
                  int item = queue.take();
                  seen.merge(item & 1023, 1, Integer::sum);
                  total.addAndGet(item);
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    consumer.start();
    for (int i = 0; i < count; i++) {
      queue.put(i);
    }
    consumer.join();
    return total.get() + seen.size();
  }

  @Override
  public long branches() {
    return count * 2L;
  }
}
