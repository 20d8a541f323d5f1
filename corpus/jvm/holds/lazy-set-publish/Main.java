// kind: none
// jdk: 17
// model: pso
//
// One writer publishes with lazySet, which is enough for who only reads what was written before, and
// a ring of one slot goes back and forth by it.
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

public final class Main {
  private static final int MESSAGES = 20;

  static final class Message {
    private int number;
    private int square;
  }

  private final AtomicReference<Message> slot = new AtomicReference<>();
  private final AtomicInteger taken = new AtomicInteger();

  public static void main(String[] args) throws InterruptedException {
    Main ring = new Main();
    Thread sender = new Thread(ring::send, "sender");
    Thread receiver = new Thread(ring::receive, "receiver");
    sender.start();
    receiver.start();
    sender.join();
    receiver.join();
  }

  private void send() {
    for (int i = 1; i <= MESSAGES; i++) {
      Message message = new Message();
      message.number = i;
      message.square = i * i;
      slot.lazySet(message);
      while (taken.get() < i) {
        Thread.onSpinWait();
      }
    }
  }

  private void receive() {
    for (int i = 1; i <= MESSAGES; i++) {
      Message message = slot.get();
      while (message == null || message.number != i) {
        Thread.onSpinWait();
        message = slot.get();
      }
      if (message.square != i * i) {
        throw new AssertionError(message.square + " is not the square of " + i);
      }
      taken.lazySet(i);
    }
  }
}
