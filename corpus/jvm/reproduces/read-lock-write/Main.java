// kind: assertion
// jdk: 17
// model: sc
// failure: java.lang.AssertionError
//
// A cache guarded by a ReentrantReadWriteLock counts its hits while holding only the read lock.
// Readers run at the same time, so the plain counter loses updates.
// Shows as: uncaught AssertionError in main, fewer hits than lookups.
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public final class Main {
  static final class UserCache {
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private final Map<Integer, String> users = new HashMap<>();
    private int hits;

    void put(int id, String name) {
      lock.writeLock().lock();
      try {
        users.put(id, name);
      } finally {
        lock.writeLock().unlock();
      }
    }

    String get(int id) {
      lock.readLock().lock();
      try {
        int before = hits;
        String name = users.get(id);
        hits = name == null ? before : before + 1;
        return name;
      } finally {
        lock.readLock().unlock();
      }
    }
  }

  static final int LOOKUPS = 400;

  public static void main(String[] args) throws InterruptedException {
    UserCache cache = new UserCache();
    for (int id = 0; id < 10; id++) {
      cache.put(id, "user-" + id);
    }
    Thread[] sessions = new Thread[2];
    for (int s = 0; s < sessions.length; s++) {
      sessions[s] =
          new Thread(
              () -> {
                for (int i = 0; i < LOOKUPS; i++) {
                  cache.get(i % 10);
                }
              },
              "session-" + s);
    }
    for (Thread session : sessions) {
      session.start();
    }
    for (Thread session : sessions) {
      session.join();
    }
    if (cache.hits != sessions.length * LOOKUPS) {
      throw new AssertionError(cache.hits + " hits");
    }
  }
}
