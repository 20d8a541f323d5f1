// kind: deadlock
// jdk: 17
// model: sc
//
// Lock-order deadlock across three ReentrantLocks: orders -> stock, stock -> billing and
// billing -> orders. No two threads conflict with each other alone; all three are needed.
// Shows as: deadlock, a cycle of three ownable synchronizers that ThreadMXBean reports.
import java.util.concurrent.locks.ReentrantLock;

public final class Main {
  static final class Service {
    private final ReentrantLock lock = new ReentrantLock();
    private int calls;

    void callInto(Service other) {
      lock.lock();
      try {
        calls = marshal(calls);
        other.lock.lock();
        try {
          other.calls++;
        } finally {
          other.lock.unlock();
        }
      } finally {
        lock.unlock();
      }
    }

    private static int marshal(int calls) {
      int bytes = calls;
      for (int i = 0; i < 4000; i++) {
        bytes = (bytes * 31 + i) & 0xffff;
      }
      return bytes;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Service orders = new Service();
    Service stock = new Service();
    Service billing = new Service();
    Thread[] threads = {
      caller("ordering", orders, stock),
      caller("stocking", stock, billing),
      caller("billing", billing, orders)
    };
    for (Thread thread : threads) {
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static Thread caller(String name, Service from, Service to) {
    return new Thread(
        () -> {
          for (int i = 0; i < 30; i++) {
            from.callInto(to);
          }
        },
        name);
  }
}
