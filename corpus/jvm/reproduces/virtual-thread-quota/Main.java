// kind: assertion
// jdk: 21
// model: sc
// failure: java.lang.AssertionError
//
// Virtual threads, one per request, check a quota and then use it in two steps. Several requests
// see
// the last free unit and all take it.
// Shows as: uncaught AssertionError in main, more requests were admitted than the quota allows.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

public final class Main {
  static final int QUOTA = 100;

  static final class Limiter {
    private final AtomicInteger used = new AtomicInteger();
    private volatile int fingerprints;

    boolean admit(int request) {
      if (used.get() >= QUOTA) {
        return false;
      }
      fingerprints = fingerprint(request);
      used.incrementAndGet();
      return true;
    }

    private static int fingerprint(int request) {
      int hash = request;
      for (int i = 0; i < 100; i++) {
        hash = hash * 31 + i;
      }
      return hash;
    }
  }

  public static void main(String[] args) {
    Limiter limiter = new Limiter();
    AtomicInteger admitted = new AtomicInteger();
    try (ExecutorService requests = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int r = 0; r < 8; r++) {
        int client = r;
        requests.execute(
            () -> {
              for (int i = 0; i < 40; i++) {
                if (limiter.admit(client * 40 + i)) {
                  admitted.incrementAndGet();
                }
              }
            });
      }
    }
    if (admitted.get() > QUOTA) {
      throw new AssertionError(admitted.get() + " admitted, last request " + limiter.fingerprints);
    }
  }
}
