// kind: exit
// jdk: 17
// model: sc
// failure: exit 17
//
// A least-recently-used cache on LinkedHashMap in access order: get moves the entry, so a read
// without the lock breaks the list that another thread is walking. A handler of uncaught exceptions
// ends the process.
// Shows as: exit code 17 after a ConcurrentModificationException or NullPointerException.
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

public final class Main {
  static final class Recent<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1;
    private final int most;

    Recent(int most) {
      super(16, 0.75f, true);
      this.most = most;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
      return size() > most;
    }
  }

  static final class Cache {
    private final Recent<String, Integer> map = new Recent<>(8);

    int load(String key) {
      Integer known = map.get(key);
      if (known != null) {
        return known;
      }
      int value = key.length();
      synchronized (this) {
        map.put(key, value);
      }
      return value;
    }

    synchronized List<String> keys() {
      List<String> keys = new ArrayList<>();
      for (Map.Entry<String, Integer> entry : map.entrySet()) {
        keys.add(entry.getKey());
      }
      return keys;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Cache cache = new Cache();
    Thread reader =
        new Thread(
            () -> {
              for (int i = 0; i < 200; i++) {
                cache.load("key-" + i * 7 % 12);
              }
            },
            "reader");
    Thread lister =
        new Thread(
            () -> {
              for (int i = 0; i < 40; i++) {
                cache.keys();
              }
            },
            "lister");
    for (Thread thread : List.of(reader, lister)) {
      thread.setUncaughtExceptionHandler(
          (t, e) -> {
            System.err.println(t.getName() + ": " + e);
            System.exit(17);
          });
      thread.start();
    }
    reader.join();
    lister.join();
  }
}
