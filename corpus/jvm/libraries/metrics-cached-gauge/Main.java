// kind: exception
// jdk: 17
// model: sc
// failure: java.lang.NullPointerException
//
// metrics-core 3.0.2: the first reader of a cached gauge marks it as loaded before it loads the
// value. A second reader that comes meanwhile gets null.
// Shows as: uncaught NullPointerException where the second value is used.
import com.codahale.metrics.CachedGauge;
import java.util.concurrent.TimeUnit;

public final class Main {
  static final class Connections extends CachedGauge<Integer> {
    Connections() {
      super(1, TimeUnit.MINUTES);
    }

    @Override
    protected Integer loadValue() {
      return 7;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Connections gauge = new Connections();
    Integer[] values = new Integer[2];
    Thread report = new Thread(() -> values[0] = gauge.getValue(), "report");
    Thread alarm = new Thread(() -> values[1] = gauge.getValue(), "alarm");
    report.start();
    alarm.start();
    report.join();
    alarm.join();
    System.out.println(values[0] + values[1]);
  }
}
