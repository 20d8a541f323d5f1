// kind: exception
// jdk: 17
// model: sc
// failure: java.lang.IllegalStateException
//
// gson 2.8.2, issues 625, 764 and 1829: while one thread builds the adapters of a cyclic type, Gson
// caches the adapter of the inner type although it still refers to an unfinished one. A second
// thread
// that uses the inner type at that moment meets the unfinished adapter. Fixed by pull request 1832.
// Shows as: uncaught IllegalStateException from Gson$FutureTypeAdapter.write.
import com.google.gson.Gson;
import java.util.concurrent.Phaser;

public final class Main {
  static final class Customer {
    String name = "Ada";
    Order last;
  }

  static final class Order {
    int number = 7;
    Customer customer;
    String[] items = {"lamp", "desk"};
  }

  public static void main(String[] args) throws InterruptedException {
    Gson[] instances = new Gson[30];
    for (int i = 0; i < instances.length; i++) {
      instances[i] = new Gson();
    }
    Phaser step = new Phaser(2);
    Customer customer = new Customer();
    customer.last = new Order();
    Order order = new Order();
    order.customer = new Customer();
    Thread customers = new Thread(() -> write(instances, customer, step), "customers");
    Thread orders = new Thread(() -> write(instances, order, step), "orders");
    customers.start();
    orders.start();
    customers.join();
    orders.join();
  }

  private static void write(Gson[] instances, Object value, Phaser step) {
    try {
      for (Gson gson : instances) {
        step.arriveAndAwaitAdvance();
        gson.toJson(value);
      }
    } finally {
      // Whoever fails must not leave the other thread waiting.
      step.arriveAndDeregister();
    }
  }
}
