import java.time.Instant;

/** Waits until a time, however long that takes, by pauses and looks at a flag and at a clock. */
public class Main {
  static volatile boolean cancelled;

  static boolean isDue(String clock, long millis, Instant time, long nanos) {
    return switch (clock) {
      case "millis" -> System.currentTimeMillis() >= millis;
      case "instant" -> !Instant.now().isBefore(time);
      default -> System.nanoTime() >= nanos;
    };
  }

  public static void main(String[] args) throws InterruptedException {
    Thread waiter =
        new Thread(
            () -> {
              long seconds = Long.parseLong(args[1]);
              long millis = System.currentTimeMillis() + seconds * 1000;
              Instant time = Instant.now().plusSeconds(seconds);
              long nanos = System.nanoTime() + seconds * 1_000_000_000L;
              while (!cancelled && !isDue(args[0], millis, time, nanos)) {
                try {
                  Thread.sleep(1);
                } catch (InterruptedException e) {
                  return;
                }
              }
            });
    waiter.start();
    waiter.join();
  }
}
