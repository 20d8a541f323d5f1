// kind: assertion
// jdk: 17
// model: sc
// failure: java.lang.AssertionError
//
// IBM ConTest "TwoStage" (Symber table 4.2): an update that must be atomic is done in two critical
// sections. The quote writer publishes the bid under one lock and the ask under another; a reader
// that runs between the two stages sees the new bid with the old ask.
// Shows as: uncaught AssertionError "crossed quote" in a reader thread.
public final class Main {
  static final class QuoteBoard {
    private final Object bidLock = new Object();
    private final Object askLock = new Object();
    private int bid = 100;
    private int ask = 101;

    void publish(int price) {
      synchronized (bidLock) {
        bid = price;
      }
      int spread = spreadFor(price);
      synchronized (askLock) {
        ask = price + spread;
      }
    }

    void check() {
      int seenBid;
      int seenAsk;
      synchronized (bidLock) {
        seenBid = bid;
      }
      synchronized (askLock) {
        seenAsk = ask;
      }
      if (seenAsk <= seenBid) {
        throw new AssertionError("crossed quote: bid " + seenBid + " ask " + seenAsk);
      }
    }

    private static int spreadFor(int price) {
      int volatility = price;
      for (int i = 0; i < 300; i++) {
        volatility = (volatility * 31 + i) % 1009;
      }
      return volatility >= 0 ? 1 : 2;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    QuoteBoard board = new QuoteBoard();
    Thread writer =
        new Thread(
            () -> {
              for (int price = 102; price < 302; price += 2) {
                board.publish(price);
              }
            },
            "quote-writer");
    Thread[] readers = new Thread[3];
    for (int r = 0; r < readers.length; r++) {
      readers[r] =
          new Thread(
              () -> {
                for (int i = 0; i < 400; i++) {
                  board.check();
                }
              },
              "quote-reader-" + r);
    }
    for (Thread reader : readers) {
      reader.start();
    }
    writer.start();
    writer.join();
    for (Thread reader : readers) {
      reader.join();
    }
  }
}
