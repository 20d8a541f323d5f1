// kind: assertion
// jdk: 17
// model: pso
// failure: java.lang.AssertionError
//
// Message passing over plain fields: the sender writes the price and then the sequence number, the
// receiver polls the number and then reads the price. Under PSO the number may arrive first.
// Not reachable under SC or TSO.
// Shows as: uncaught AssertionError in the receiver, a message with a stale price.
public final class Main {
  static final class Feed {
    private int price;
    private int sequence;

    void publish(int newSequence) {
      price = newSequence * 10;
      sequence = newSequence;
    }

    int sequence() {
      return sequence;
    }

    int price() {
      return price;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Feed feed = new Feed();
    Thread receiver =
        new Thread(
            () -> {
              for (int poll = 0; poll < 20; poll++) {
                int sequence = feed.sequence();
                int price = feed.price();
                if (price < sequence * 10) {
                  throw new AssertionError("message " + sequence + " has price " + price);
                }
              }
            },
            "receiver");
    receiver.start();
    for (int sequence = 1; sequence <= 5; sequence++) {
      feed.publish(sequence);
    }
    receiver.join();
  }
}
