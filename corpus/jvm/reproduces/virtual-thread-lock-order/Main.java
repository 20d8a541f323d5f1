// kind: hang
// jdk: 21
// model: sc
//
// Two virtual threads move stock between two shelves and take the shelves' ReentrantLocks in
// opposite
// order. Virtual threads are not covered by ThreadMXBean's deadlock detection, so it shows as a
// hang.
// Shows as: hang, main joins for ever.
import java.util.concurrent.locks.ReentrantLock;

public final class Main {
  static final class Shelf {
    private final ReentrantLock lock = new ReentrantLock();
    private int items = 100;
  }

  static void move(Shelf from, Shelf to, int count) {
    from.lock.lock();
    try {
      int label = label(count);
      to.lock.lock();
      try {
        from.items -= count;
        to.items += count + (label & 0);
      } finally {
        to.lock.unlock();
      }
    } finally {
      from.lock.unlock();
    }
  }

  private static int label(int count) {
    int code = count;
    for (int i = 0; i < 1500; i++) {
      code = (code * 7 + i) % 10_007;
    }
    return code;
  }

  public static void main(String[] args) throws InterruptedException {
    Shelf left = new Shelf();
    Shelf right = new Shelf();
    Thread first =
        Thread.ofVirtual()
            .name("to-right")
            .start(
                () -> {
                  for (int i = 0; i < 60; i++) {
                    move(left, right, i);
                  }
                });
    Thread second =
        Thread.ofVirtual()
            .name("to-left")
            .start(
                () -> {
                  for (int i = 0; i < 60; i++) {
                    move(right, left, i);
                  }
                });
    first.join();
    second.join();
    System.out.println("stock " + (left.items + right.items));
  }
}
