// kind: exception
// jdk: 17
// model: pso
// failure: java.lang.NullPointerException
//
// Double-checked locking without volatile: the reference to the settings may become visible before
// the fields that the constructor wrote. The unlocked first test then returns a half-built object.
// Not reachable under SC or TSO.
// Shows as: uncaught NullPointerException in a request thread that uses the settings' host.
public final class Main {
  static final class Settings {
    private String host;
    private int port;

    Settings(String host, int port) {
      this.host = host;
      this.port = port;
    }

    int addressLength() {
      return host.length() + port;
    }
  }

  static final class SettingsHolder {
    private Settings settings;

    Settings get() {
      Settings current = settings;
      if (current == null) {
        synchronized (this) {
          current = settings;
          if (current == null) {
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
    Thread[] requests = new Thread[2];
    for (int i = 0; i < requests.length; i++) {
      requests[i] =
          new Thread(
              () -> {
                if (holder.get().addressLength() == 0) {
                  throw new IllegalStateException("no address");
                }
              },
              "request-" + i);
    }
    for (Thread request : requests) {
      request.start();
    }
    for (Thread request : requests) {
      request.join();
    }
  }
}
