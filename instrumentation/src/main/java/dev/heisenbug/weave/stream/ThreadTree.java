package dev.heisenbug.weave.stream;

import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Names threads by creation order: the main thread is {@code 0}, the third thread that it starts
 * {@code 0.3}. Threads that no recorded thread started are outside the tree: {@code ~1}, {@code
 * ~2}.
 */
public final class ThreadTree {
  private final Map<Integer, String> ids = new LinkedHashMap<>();
  private final Map<String, Integer> serials = new HashMap<>();

  private ThreadTree() {}

  /** Reads the first event of every thread. */
  public static ThreadTree of(EventFile file) throws IOException {
    ThreadTree tree = new ThreadTree();
    int outside = 0;
    for (int serial : file.threads()) {
      StreamCursor cursor = file.cursor(serial);
      if (cursor.next() != EventType.THREAD_START) {
        if (cursor.type() == EventType.END || cursor.type() == EventType.TORN) {
          continue;
        }
        throw new StreamException("thread " + serial + " does not begin with its start");
      }
      String parent = tree.ids.get(cursor.parent());
      String id;
      if (serial == 1 && cursor.parent() == 0) {
        id = "0";
      } else if (parent != null) {
        id = parent + "." + cursor.value();
      } else {
        id = "~" + ++outside;
      }
      tree.ids.put(serial, id);
      tree.serials.put(id, serial);
    }
    return tree;
  }

  /** Tree ids by serial number. */
  public Map<Integer, String> ids() {
    return ids;
  }

  /** The serial number of a tree id, or null. */
  public Integer serial(String id) {
    return serials.get(id);
  }
}
