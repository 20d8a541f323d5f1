// kind: exception
// jdk: 17
// model: sc
// failure: java.util.concurrent.ExecutionException
//
// Check, then act, with an AtomicIntegerFieldUpdater: each step is atomic, both together are not.
// Daemon workers sell the same items; main asks for their results.
// Shows as: uncaught ExecutionException in main, caused by OutOfStock in a worker.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

public final class Main {
  static final class OutOfStock extends RuntimeException {
    private static final long serialVersionUID = 1;

    OutOfStock(String item, int left) {
      super("%s went to %d".formatted(item, left));
    }
  }

  static final class Item {
    private static final AtomicIntegerFieldUpdater<Item> STOCK =
        AtomicIntegerFieldUpdater.newUpdater(Item.class, "stock");
    private final String name;
    private volatile int stock;

    Item(String name, int stock) {
      this.name = name;
      this.stock = stock;
    }

    boolean take(int count) {
      if (STOCK.get(this) < count) {
        return false;
      }
      int left = STOCK.addAndGet(this, -count);
      if (left < 0) {
        throw new OutOfStock(name, left);
      }
      return true;
    }
  }

  public static void main(String[] args) throws Exception {
    List<Item> items = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      items.add(new Item("item-" + i, 7));
    }
    ExecutorService pool =
        Executors.newFixedThreadPool(
            3,
            task -> {
              Thread thread = new Thread(task);
              thread.setDaemon(true);
              return thread;
            });
    List<Callable<Integer>> sellers = new ArrayList<>();
    for (int s = 0; s < 3; s++) {
      sellers.add(() -> sellAll(items));
    }
    int sold = 0;
    for (Future<Integer> seller : pool.invokeAll(sellers)) {
      sold += seller.get();
    }
    System.out.println("sold " + sold);
  }

  private static int sellAll(List<Item> items) {
    int sold = 0;
    for (Item item : items) {
      while (item.take(2)) {
        sold++;
      }
    }
    return sold;
  }
}
