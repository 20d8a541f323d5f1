// kind: exception
// jdk: 17
// model: sc
// failure: java.lang.NullPointerException
//
// Two threads do hundreds of thousands of correct, locked steps. Once in all that time one of them
// reloads the configuration, by removing the old value and putting the new one, while the other
// looks at it now and then. Among so many accesses a random switch does not meet the one place.
// Shows as: NullPointerException in limit().
import java.util.HashMap;
import java.util.Map;

public final class Main {
  private static final Object LOCK = new Object();
  private static final Map<String, Integer> CONFIG = new HashMap<>(Map.of("limit", 10));
  private static long work;

  private static void reload() {
    CONFIG.remove("limit");
    CONFIG.put("limit", 20);
  }

  private static int limit() {
    return CONFIG.get("limit");
  }

  private static void step() {
    synchronized (LOCK) {
      work++;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread worker =
        new Thread(
            () -> {
              for (int i = 0; i < 200_000; i++) {
                step();
                if (i % 500 == 0 && limit() < 10) {
                  throw new IllegalStateException("no such limit");
                }
              }
            },
            "worker");
    Thread reloader =
        new Thread(
            () -> {
              for (int i = 0; i < 100_000; i++) {
                step();
                if (i == 60_000) {
                  reload();
                }
              }
            },
            "reloader");
    worker.start();
    reloader.start();
    worker.join();
    reloader.join();
    System.out.println(work);
  }
}
