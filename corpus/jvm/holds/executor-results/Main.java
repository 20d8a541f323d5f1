// kind: none
// jdk: 17
// model: pso
//
// Correct twin of executor-lost-update, pool-starvation and thread-local-leak: tasks return their
// results, sub-tasks run in a pool of their own, and the thread-local is removed in finally.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public final class Main {
  static final ThreadLocal<String> ROLE = ThreadLocal.withInitial(() -> "guest");

  public static void main(String[] args) throws Exception {
    ExecutorService reports = Executors.newFixedThreadPool(2);
    ExecutorService queries = Executors.newFixedThreadPool(2);
    List<Future<Integer>> results = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      int month = i;
      results.add(
          reports.submit(
              () -> {
                if (!ROLE.get().equals("guest")) {
                  throw new AssertionError("role leaked");
                }
                ROLE.set("admin");
                try {
                  return queries.submit(() -> month * month).get();
                } finally {
                  ROLE.remove();
                }
              }));
    }
    int sum = 0;
    for (Future<Integer> result : results) {
      sum += result.get();
    }
    reports.shutdown();
    queries.shutdown();
    if (sum != 140) {
      throw new AssertionError("sum " + sum);
    }
  }
}
