// kind: exception
// jdk: 17
// model: sc
// failure: java.lang.NullPointerException
//
// The constructor publishes this: a sensor registers itself with the poller before its own fields
// are
// set. The poller thread calls it while it is still under construction.
// Shows as: uncaught NullPointerException in the poller thread.
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

public final class Main {
  interface Pollable {
    int poll();
  }

  static final class Poller {
    private final List<Pollable> targets = new CopyOnWriteArrayList<>();

    void register(Pollable target) {
      targets.add(target);
    }

    int pollAll() {
      int sum = 0;
      for (Pollable target : targets) {
        sum += target.poll();
      }
      return sum;
    }
  }

  static final class Sensor implements Pollable {
    private final int[] calibration;

    Sensor(Poller poller) {
      poller.register(this);
      calibration = calibrate();
    }

    @Override
    public int poll() {
      return calibration[1];
    }

    private static int[] calibrate() {
      int[] curve = new int[2000];
      for (int i = 1; i < curve.length; i++) {
        curve[i] = curve[i - 1] * 3 + i;
      }
      return curve;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Poller poller = new Poller();
    Thread polling =
        new Thread(
            () -> {
              int sum = 0;
              for (int round = 0; round < 600; round++) {
                sum += poller.pollAll();
              }
              System.out.println("sum " + sum);
            },
            "poller");
    polling.start();
    for (int i = 0; i < 12; i++) {
      new Sensor(poller);
    }
    polling.join();
  }
}
