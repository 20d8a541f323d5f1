// kind: none
// jdk: 17
// model: pso
//
// Correct twin of double-checked-locking-pso: the reference is volatile, and the object is complete
// before it is stored.
public final class Main {
  static final class Settings {
    private String host;
    private int port;

    Settings(String host, int port) {
      this.host = host;
      this.port = port;
    }
  }

  static final class SettingsHolder {
    private volatile Settings settings;
    private int loads;

    Settings get() {
      Settings current = settings;
      if (current == null) {
        synchronized (this) {
          current = settings;
          if (current == null) {
            loads++;
            current = new Settings("db.internal", 5432);
            settings = current;
          }
        }
      }
      return current;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    SettingsHolder holder = new SettingsHolder();
    Thread[] requests = new Thread[3];
    for (int i = 0; i < requests.length; i++) {
      requests[i] =
          new Thread(
              () -> {
                Settings settings = holder.get();
                if (settings.host.length() + settings.port != 5443) {
                  throw new AssertionError("half-built settings");
                }
              },
              "request-" + i);
      requests[i].start();
    }
    for (Thread request : requests) {
      request.join();
    }
    if (holder.loads != 1) {
      throw new AssertionError("loaded " + holder.loads + " times");
    }
  }
}
