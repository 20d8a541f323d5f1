// kind: hang
// jdk: 17
// model: sc
//
// java.util.concurrent Condition: the consumer looks at the state without the lock and then awaits
// without looking again. A signal sent in between finds nobody and is lost.
// Shows as: hang, the consumer parked in Condition.await.
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public final class Main {
  static final class Shipment {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private volatile String content;
    private int waits;

    void arrive(String goods) {
      lock.lock();
      try {
        content = goods;
        arrived.signal();
      } finally {
        lock.unlock();
      }
    }

    String receive() throws InterruptedException {
      if (content == null) {
        waits = backoff(waits);
        lock.lock();
        try {
          arrived.await();
        } finally {
          lock.unlock();
        }
      }
      return content;
    }

    private static int backoff(int waits) {
      int slot = waits + 1;
      for (int i = 0; i < 600; i++) {
        slot = (slot * 5 + i) & 0xff;
      }
      return slot;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Shipment[] shipments = new Shipment[150];
    for (int i = 0; i < shipments.length; i++) {
      shipments[i] = new Shipment();
    }
    Thread carrier =
        new Thread(
            () -> {
              int load = 0;
              for (Shipment shipment : shipments) {
                load = Shipment.backoff(load);
                shipment.arrive(load > 128 ? "crate" : "box");
              }
            },
            "carrier");
    Thread dock =
        new Thread(
            () -> {
              try {
                for (Shipment shipment : shipments) {
                  shipment.receive();
                }
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            },
            "dock");
    dock.start();
    carrier.start();
    carrier.join();
    dock.join();
  }
}
