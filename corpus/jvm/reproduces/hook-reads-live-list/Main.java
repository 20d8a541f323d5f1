// kind: exception
// jdk: 17
// model: sc
// failure: java.util.ConcurrentModificationException
//
// A daemon samples into a list for as long as the JVM lives; a shutdown hook adds the samples up
// without stopping it first.
// Shows as: a ConcurrentModificationException in the hook.
import java.util.ArrayList;
import java.util.List;

public final class Main {
  private static final int MOST = 50;
  private static final List<Integer> SAMPLES = new ArrayList<>();

  private Main() {}

  private static void sample() {
    for (int i = 0; ; i++) {
      SAMPLES.add(i);
      if (SAMPLES.size() > MOST) {
        SAMPLES.clear();
      }
      Thread.yield();
    }
  }

  private static void report() {
    long sum = 0;
    for (int sample : SAMPLES) {
      sum += sample;
    }
    System.out.println("sum " + sum);
  }

  public static void main(String[] args) throws InterruptedException {
    Thread sampler = new Thread(Main::sample, "sampler");
    sampler.setDaemon(true);
    Runtime.getRuntime().addShutdownHook(new Thread(Main::report, "report"));
    sampler.start();
    Thread.sleep(20);
  }
}
