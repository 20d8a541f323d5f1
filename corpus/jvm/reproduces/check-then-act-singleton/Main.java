// kind: assertion
// jdk: 17
// model: sc
// failure: java.lang.AssertionError
//
// Check-then-act: a connection factory is created on first use without a lock. Two threads that
// both
// find no factory each open one, and the second replaces the first.
// Shows as: uncaught AssertionError in main, two factories have been opened.
import java.util.concurrent.atomic.AtomicInteger;

public final class Main {
  static final class Factory {
    private final int secret;

    Factory(AtomicInteger opened) {
      opened.incrementAndGet();
      secret = handshake();
    }

    private static int handshake() {
      int key = 17;
      for (int i = 0; i < 400; i++) {
        key = (key * 1103515245 + 12345) & 0x7fffffff;
      }
      return key;
    }
  }

  static final class Registry {
    private final AtomicInteger opened = new AtomicInteger();
    private Factory factory;

    Factory factory() {
      if (factory == null) {
        factory = new Factory(opened);
      }
      return factory;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Registry[] tenants = new Registry[40];
    for (int i = 0; i < tenants.length; i++) {
      tenants[i] = new Registry();
    }
    Thread[] workers = new Thread[2];
    for (int w = 0; w < workers.length; w++) {
      workers[w] =
          new Thread(
              () -> {
                int secrets = 0;
                for (Registry tenant : tenants) {
                  secrets ^= tenant.factory().secret;
                }
                if (secrets == 1) {
                  throw new IllegalStateException("bad handshake");
                }
              },
              "worker-" + w);
    }
    for (Thread worker : workers) {
      worker.start();
    }
    for (Thread worker : workers) {
      worker.join();
    }
    for (Registry tenant : tenants) {
      if (tenant.opened.get() != 1) {
        throw new AssertionError("factory opened " + tenant.opened.get() + " times");
      }
    }
  }
}
