// kind: assertion
// jdk: 17
// model: sc
// failure: java.lang.AssertionError
//
// Tasks on a fixed pool add to a plain total. The futures are awaited, so the pool looks correct,
// but
// additions of different workers overwrite each other.
// Shows as: uncaught AssertionError in main, revenue is missing.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public final class Main {
  record Invoice(int id, int cents) {
    int taxed() {
      int rate = id;
      for (int i = 0; i < 50; i++) {
        rate = (rate * 13 + i) % 20;
      }
      return cents + rate;
    }
  }

  static final class Report {
    private long revenue;

    void book(List<Invoice> batch) {
      for (Invoice invoice : batch) {
        revenue += invoice.taxed();
      }
    }
  }

  public static void main(String[] args) throws Exception {
    Report report = new Report();
    ExecutorService pool = Executors.newFixedThreadPool(2);
    List<Future<?>> booked = new ArrayList<>();
    long expected = 0;
    for (int b = 0; b < 20; b++) {
      List<Invoice> batch = new ArrayList<>();
      for (int i = 0; i < 30; i++) {
        Invoice invoice = new Invoice(b * 30 + i, 100 + i);
        batch.add(invoice);
        expected += invoice.taxed();
      }
      booked.add(pool.submit(() -> report.book(batch)));
    }
    for (Future<?> future : booked) {
      future.get();
    }
    pool.shutdown();
    if (report.revenue != expected) {
      throw new AssertionError("revenue " + report.revenue + ", expected " + expected);
    }
  }
}
