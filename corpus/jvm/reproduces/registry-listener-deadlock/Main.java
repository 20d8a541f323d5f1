// kind: deadlock
// jdk: 17
// model: sc
//
// A monitor and a ReentrantReadWriteLock in opposite order: the registry calls listeners while it
// holds its write lock, a listener looks itself up in the registry while it holds its own monitor.
// Shows as: deadlock of registrar (waits for the monitor) and refresher (waits for the read lock).
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public final class Main {
  static final class Registry {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final Map<String, Listener> byName = new HashMap<>();

    void register(Listener listener) {
      lock.writeLock().lock();
      try {
        byName.put(listener.name, listener);
        listener.attached();
      } finally {
        lock.writeLock().unlock();
      }
    }

    Optional<Listener> find(String name) {
      lock.readLock().lock();
      try {
        return Optional.ofNullable(byName.get(name));
      } finally {
        lock.readLock().unlock();
      }
    }
  }

  static final class Listener {
    private final String name;
    private int attachments;
    private int refreshed;

    Listener(String name) {
      this.name = name;
    }

    synchronized void attached() {
      attachments++;
    }

    synchronized void refresh(Registry registry) {
      if (registry.find(name).isPresent()) {
        refreshed += attachments;
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Registry registry = new Registry();
    Listener metrics = new Listener("metrics");
    Thread registrar = new Thread(() -> repeat(() -> registry.register(metrics)), "registrar");
    Thread refresher = new Thread(() -> repeat(() -> metrics.refresh(registry)), "refresher");
    registrar.start();
    refresher.start();
    registrar.join();
    refresher.join();
  }

  private static void repeat(Runnable action) {
    for (int i = 0; i < 30; i++) {
      action.run();
    }
  }
}
