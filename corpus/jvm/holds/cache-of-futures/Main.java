// kind: none
// jdk: 17
// model: pso
//
// A cache that computes each value once: computeIfAbsent of a future, joined outside of the map's
// lock; results come back through futures of a pool.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

public final class Main {
  private static final ConcurrentHashMap<String, CompletableFuture<Integer>> VALUES =
      new ConcurrentHashMap<>();
  private static final AtomicInteger COMPUTED = new AtomicInteger();

  private static int value(String key) {
    return VALUES.computeIfAbsent(key, k -> CompletableFuture.supplyAsync(() -> compute(k))).join();
  }

  private static int compute(String key) {
    COMPUTED.incrementAndGet();
    return key.length();
  }

  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(3);
    List<Future<Integer>> results = new ArrayList<>();
    for (int i = 0; i < 24; i++) {
      String key = "key-" + i % 5;
      results.add(pool.submit(() -> value(key)));
    }
    int sum = 0;
    for (Future<Integer> result : results) {
      sum += result.get();
    }
    pool.shutdown();
    if (sum != 24 * 5 || COMPUTED.get() != 5) {
      throw new IllegalStateException("sum " + sum + ", computed " + COMPUTED);
    }
  }
}
