// kind: exception
// jdk: 17
// model: tso
// failure: java.lang.IllegalStateException
//
// A gate of two flags that are raised with lazySet to save the fence: each thread may look at the
// other's flag before its own is visible, and both go in.
import java.util.concurrent.atomic.AtomicInteger;

public final class Main {
  private static final int ROUNDS = 30;

  private final AtomicInteger left = new AtomicInteger();
  private final AtomicInteger right = new AtomicInteger();
  private int inside;

  public static void main(String[] args) throws InterruptedException {
    Main gate = new Main();
    Thread one = new Thread(() -> gate.pass(gate.left, gate.right), "left");
    Thread two = new Thread(() -> gate.pass(gate.right, gate.left), "right");
    one.start();
    two.start();
    one.join();
    two.join();
  }

  private void pass(AtomicInteger mine, AtomicInteger other) {
    for (int i = 0; i < ROUNDS; i++) {
      mine.lazySet(1);
      if (other.get() == 0) {
        int now = ++inside;
        if (now != 1) {
          throw new IllegalStateException(now + " inside");
        }
        inside--;
      }
      mine.lazySet(0);
    }
  }
}
