// kind: assertion
// jdk: 17
// model: sc
// failure: java.lang.AssertionError
//
// A race inside java.util.HashMap: two loaders fill one price table without a lock. A put during
// the
// other thread's resize, or two puts into one bucket, lose entries.
// Shows as: uncaught AssertionError in main, a product that was stored has no price.
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

public final class Main {
  static final class PriceTable {
    private final Map<Integer, Integer> prices = new HashMap<>();

    void load(int product) {
      prices.put(product, product * 3);
    }

    Integer price(int product) {
      return prices.get(product);
    }
  }

  static final int PRODUCTS = 600;

  public static void main(String[] args) throws InterruptedException {
    PriceTable table = new PriceTable();
    CountDownLatch start = new CountDownLatch(2);
    Thread even = new Thread(() -> load(table, 0, start), "loader-even");
    Thread odd = new Thread(() -> load(table, 1, start), "loader-odd");
    even.start();
    odd.start();
    even.join();
    odd.join();
    for (int product = 0; product < PRODUCTS; product++) {
      if (table.price(product) == null) {
        throw new AssertionError("no price for product " + product);
      }
    }
  }

  private static void load(PriceTable table, int first, CountDownLatch start) {
    try {
      start.countDown();
      start.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    for (int product = first; product < PRODUCTS; product += 2) {
      table.load(product);
    }
  }
}
