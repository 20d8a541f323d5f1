// kind: none
// jdk: 17
// model: pso
//
// Correct twin of two-stage: bid and ask change in one critical section, and the reader takes the
// same lock for both.
public final class Main {
  static final class QuoteBoard {
    private int bid = 100;
    private int ask = 101;

    synchronized void publish(int price, int spread) {
      bid = price;
      ask = price + spread;
    }

    synchronized void check() {
      if (ask <= bid) {
        throw new AssertionError("crossed quote: bid " + bid + " ask " + ask);
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    QuoteBoard board = new QuoteBoard();
    Thread writer =
        new Thread(
            () -> {
              for (int price = 102; price < 202; price++) {
                board.publish(price, 1 + price % 3);
              }
            },
            "quote-writer");
    Thread reader =
        new Thread(
            () -> {
              for (int i = 0; i < 200; i++) {
                board.check();
              }
            },
            "quote-reader");
    writer.start();
    reader.start();
    writer.join();
    reader.join();
  }
}
