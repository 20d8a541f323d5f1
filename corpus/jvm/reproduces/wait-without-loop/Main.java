// kind: exception
// jdk: 17
// model: sc
// failure: java.lang.IndexOutOfBoundsException
//
// wait() without a loop around it: two couriers wait for parcels with if. The depot adds one parcel
// and calls notifyAll; both couriers wake up, the second removes from an empty list.
// Shows as: uncaught IndexOutOfBoundsException in a courier thread.
import java.util.ArrayList;
import java.util.List;

public final class Main {
  static final class Depot {
    private final List<String> parcels = new ArrayList<>();
    private boolean closed;

    synchronized void deliver(String parcel) {
      parcels.add(parcel);
      notifyAll();
    }

    synchronized void close() {
      closed = true;
      notifyAll();
    }

    synchronized String collect() throws InterruptedException {
      if (parcels.isEmpty() && !closed) {
        wait();
      }
      if (parcels.isEmpty() && closed) {
        return null;
      }
      return parcels.remove(0);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Depot depot = new Depot();
    Thread[] couriers = new Thread[2];
    for (int c = 0; c < couriers.length; c++) {
      couriers[c] =
          new Thread(
              () -> {
                try {
                  while (depot.collect() != null) {
                    route(20);
                  }
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              },
              "courier-" + c);
      couriers[c].start();
    }
    for (int i = 0; i < 20; i++) {
      route(400);
      depot.deliver("parcel");
    }
    depot.close();
    for (Thread courier : couriers) {
      courier.join();
    }
  }

  private static int route(int stops) {
    int distance = 1;
    for (int i = 0; i < stops; i++) {
      distance = (distance * 13 + i) % 5003;
    }
    return distance;
  }
}
