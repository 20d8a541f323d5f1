// kind: hang
// jdk: 17
// model: sc
//
// Thread-pool starvation: a report task submits its sub-task to the same two-thread pool and waits
// for
// it. When two reports occupy both workers before either sub-task got one, nobody makes progress.
// Shows as: hang, two pool workers and main parked in Future.get.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public final class Main {
  static final class Reports {
    private final ExecutorService pool = Executors.newFixedThreadPool(2);

    Future<Integer> report(int month) {
      return pool.submit(() -> query(month) + pool.submit(() -> query(month + 1)).get());
    }

    private static int query(int month) {
      int rows = month;
      for (int i = 0; i < 100; i++) {
        rows = (rows * 7 + i) % 1013;
      }
      return rows;
    }
  }

  public static void main(String[] args) throws Exception {
    Reports reports = new Reports();
    int rows = reports.report(0).get();
    for (int month = 2; month < 4; month += 2) {
      Future<Integer> first = reports.report(month);
      rows += preview(month);
      Future<Integer> second = reports.report(month + 1);
      rows += first.get() + second.get();
    }
    reports.pool.shutdown();
    System.out.println(rows + " rows");
  }

  private static int preview(int month) {
    int checksum = month;
    for (int i = 0; i < 150_000; i++) {
      checksum = (checksum * 31 + i) & 0xffff;
    }
    return checksum;
  }
}
