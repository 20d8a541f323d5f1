// kind: assertion
// jdk: 17
// model: sc
// failure: java.lang.AssertionError
//
// AtomicReference used as get then set instead of compare-and-set: each update makes a new
// immutable
// cart from the one it read; the later set discards what was added meanwhile.
// Shows as: uncaught AssertionError in main, items are missing from the cart.
import java.util.concurrent.atomic.AtomicReference;

public final class Main {
  record Cart(int items, int cents) {
    Cart with(int price) {
      return new Cart(items + 1, cents + discounted(price));
    }

    private static int discounted(int price) {
      int best = price;
      for (int rule = 1; rule < 40; rule++) {
        best = Math.min(best, price - price / (rule + 10));
      }
      return best;
    }
  }

  static final class Shop {
    private final AtomicReference<Cart> cart = new AtomicReference<>(new Cart(0, 0));

    void add(int price) {
      Cart before = cart.get();
      cart.set(before.with(price));
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Shop shop = new Shop();
    Thread[] tabs = new Thread[2];
    for (int t = 0; t < tabs.length; t++) {
      tabs[t] =
          new Thread(
              () -> {
                for (int i = 0; i < 150; i++) {
                  shop.add(100 + i);
                }
              },
              "tab-" + t);
    }
    for (Thread tab : tabs) {
      tab.start();
    }
    for (Thread tab : tabs) {
      tab.join();
    }
    if (shop.cart.get().items() != 300) {
      throw new AssertionError("cart is " + shop.cart.get());
    }
  }
}
