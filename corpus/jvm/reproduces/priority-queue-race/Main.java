// kind: exception
// jdk: 17
// model: sc
// failure: java.lang.NullPointerException
// failure: java.lang.ArrayIndexOutOfBoundsException
// failure: java.lang.IllegalStateException
//
// A race inside java.util.PriorityQueue: two gateways put orders into one heap without a lock.
// Sifting
// up while the other thread grows or sifts the same array drops orders or compares with null.
// Shows as: uncaught NullPointerException or ArrayIndexOutOfBoundsException, or
// IllegalStateException
// in main when orders are missing.
import java.util.PriorityQueue;
import java.util.concurrent.CountDownLatch;

public final class Main {
  record Order(int price, int id) implements Comparable<Order> {
    @Override
    public int compareTo(Order other) {
      return Integer.compare(price, other.price);
    }
  }

  static final int ORDERS = 200;

  public static void main(String[] args) throws InterruptedException {
    PriorityQueue<Order> book = new PriorityQueue<>();
    CountDownLatch open = new CountDownLatch(2);
    Thread[] gateways = new Thread[2];
    for (int g = 0; g < gateways.length; g++) {
      int gateway = g;
      gateways[g] = new Thread(() -> send(book, gateway, open), "gateway-" + g);
      gateways[g].start();
    }
    for (Thread gateway : gateways) {
      gateway.join();
    }
    int matched = 0;
    while (book.poll() != null) {
      matched++;
    }
    if (matched != gateways.length * ORDERS) {
      throw new IllegalStateException(matched + " orders in the book");
    }
  }

  private static void send(PriorityQueue<Order> book, int gateway, CountDownLatch open) {
    open.countDown();
    try {
      open.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    for (int i = 0; i < ORDERS; i++) {
      book.add(new Order(1000 - i * 7 % 100, gateway * ORDERS + i));
    }
  }
}
