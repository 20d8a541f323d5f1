// kind: exit
// jdk: 17
// model: sc
// failure: exit 4
//
// A matching engine checks its invariant from a watchdog thread and stops the process with
// System.exit when the book is crossed. Buy and sell sides are updated without a common lock.
// Shows as: exit code 4, no exception.
public final class Main {
  static final class OrderBook {
    private volatile int bestBid = 100;
    private volatile int bestAsk = 105;

    void raise(int by) {
      bestBid += by;
      bestAsk += by;
    }

    void lower(int by) {
      bestBid -= by;
      bestAsk -= by;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    OrderBook book = new OrderBook();
    Thread raiser =
        new Thread(
            () -> {
              for (int i = 0; i < 300; i++) {
                book.raise(3);
              }
            },
            "raiser");
    Thread lowerer =
        new Thread(
            () -> {
              for (int i = 0; i < 300; i++) {
                book.lower(3);
              }
            },
            "lowerer");
    raiser.start();
    lowerer.start();
    raiser.join();
    lowerer.join();
    Thread watchdog = new Thread(() -> verify(book), "watchdog");
    watchdog.start();
    watchdog.join();
  }

  private static void verify(OrderBook book) {
    int spread = book.bestAsk - book.bestBid;
    if (spread != 5) {
      System.err.println("order book is inconsistent, spread " + spread);
      System.exit(4);
    }
  }
}
