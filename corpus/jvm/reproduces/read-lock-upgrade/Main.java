// kind: hang
// jdk: 17
// model: sc
//
// Lock upgrade on a ReentrantReadWriteLock: a thread that holds the read lock asks for the write
// lock
// after a miss. It waits for all readers, and so does another thread that does the same.
// Upgrading never works with this class; here every thread releases its read lock in a "fast path"
// when nobody else reads, which hides the bug until two threads miss at the same time.
// Shows as: hang, two threads parked in writeLock().lock(); a read lock has no owner to report.
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public final class Main {
  static final class Templates {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final Map<Integer, String> compiled = new HashMap<>();

    String get(int id) {
      lock.readLock().lock();
      String template = compiled.get(id);
      if (template != null) {
        lock.readLock().unlock();
        return template;
      }
      boolean alone = lock.getReadLockCount() == 1;
      if (alone) {
        lock.readLock().unlock();
      }
      lock.writeLock().lock();
      template = compiled.computeIfAbsent(id, Templates::compile);
      lock.writeLock().unlock();
      if (!alone) {
        lock.readLock().unlock();
      }
      return template;
    }

    private static String compile(int id) {
      int size = id;
      for (int i = 0; i < 200; i++) {
        size = (size * 5 + i) & 0xff;
      }
      return "template-" + size;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Templates templates = new Templates();
    Thread[] renderers = new Thread[2];
    for (int r = 0; r < renderers.length; r++) {
      renderers[r] =
          new Thread(
              () -> {
                for (int id = 0; id < 300; id++) {
                  templates.get(id);
                }
              },
              "renderer-" + r);
    }
    for (Thread renderer : renderers) {
      renderer.start();
    }
    for (Thread renderer : renderers) {
      renderer.join();
    }
  }
}
