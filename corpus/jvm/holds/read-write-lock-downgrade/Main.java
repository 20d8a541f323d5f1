// kind: none
// jdk: 17
// model: pso
//
// Correct twin of read-lock-write and read-lock-upgrade: the read lock is released before the write
// lock is taken, the state is tested again, and the write lock is downgraded. Hits are atomic.
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public final class Main {
  static final class Templates {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final Map<Integer, String> compiled = new HashMap<>();
    private final LongAdder lookups = new LongAdder();

    String get(int id) {
      lookups.increment();
      lock.readLock().lock();
      if (!compiled.containsKey(id)) {
        lock.readLock().unlock();
        lock.writeLock().lock();
        try {
          compiled.putIfAbsent(id, "template-" + id);
          lock.readLock().lock();
        } finally {
          lock.writeLock().unlock();
        }
      }
      try {
        return compiled.get(id);
      } finally {
        lock.readLock().unlock();
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Templates templates = new Templates();
    Thread[] renderers = new Thread[3];
    for (int r = 0; r < renderers.length; r++) {
      renderers[r] =
          new Thread(
              () -> {
                for (int id = 0; id < 60; id++) {
                  if (templates.get(id % 20) == null) {
                    throw new AssertionError("no template " + id);
                  }
                }
              },
              "renderer-" + r);
      renderers[r].start();
    }
    for (Thread renderer : renderers) {
      renderer.join();
    }
    if (templates.lookups.sum() != 180) {
      throw new AssertionError(templates.lookups.sum() + " lookups");
    }
  }
}
