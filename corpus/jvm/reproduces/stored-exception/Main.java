// kind: exception
// jdk: 17
// model: sc
// failure: java.lang.IllegalStateException
//
// Workers catch what goes wrong and store it; main reports the first stored exception at the end.
// The
// cause is an id generator whose read and write are not one step, so two rows get the same key.
// Shows as: uncaught IllegalStateException in main whose cause was thrown in a worker.
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

public final class Main {
  static final class DuplicateKeyException extends Exception {
    private static final long serialVersionUID = 1L;

    DuplicateKeyException(int key) {
      super("key " + key);
    }
  }

  static final class Table {
    private final ConcurrentHashMap<Integer, String> rows = new ConcurrentHashMap<>();
    private int nextKey;

    void insert(String row) throws DuplicateKeyException {
      int key = nextKey;
      nextKey = key + 1;
      if (rows.putIfAbsent(key, row) != null) {
        throw new DuplicateKeyException(key);
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Table table = new Table();
    AtomicReference<Exception> firstFailure = new AtomicReference<>();
    Thread[] importers = new Thread[2];
    for (int t = 0; t < importers.length; t++) {
      importers[t] = new Thread(() -> importRows(table, firstFailure), "importer-" + t);
    }
    for (Thread importer : importers) {
      importer.start();
    }
    for (Thread importer : importers) {
      importer.join();
    }
    Exception failure = firstFailure.get();
    if (failure != null) {
      throw new IllegalStateException("import failed", failure);
    }
  }

  private static void importRows(Table table, AtomicReference<Exception> firstFailure) {
    for (int i = 0; i < 300; i++) {
      try {
        table.insert("row");
      } catch (DuplicateKeyException e) {
        firstFailure.compareAndSet(null, e);
        return;
      }
    }
  }
}
