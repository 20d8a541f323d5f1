package dev.heisenbug.control.weave;

import java.io.File;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The woven classes of one file, and those that this run adds to it. */
final class WovenStore {
  /** Beyond this a file is not worth reading at every start: it begins anew. */
  private static final long MOST_BYTES = 64L << 20;

  /**
   * So many forms of a class are kept though this run met another: the JVM makes class files of
   * loaded classes up again, not always alike.
   */
  private static final int FORMS = 4;

  private final File file;
  private final String key;
  private final WovenFile old;
  private final Map<String, Woven> added = new HashMap<>();
  private final Set<Integer> hit = new HashSet<>();
  private final Set<Integer> stale = new HashSet<>();
  private List<String> foundation;
  private boolean changed;

  private WovenStore(File file, String key, WovenFile old) {
    this.file = file;
    this.key = key;
    this.old = old;
    foundation = old == null ? null : old.foundation();
  }

  /** A store that keeps nothing. */
  static WovenStore none() {
    return new WovenStore(null, "", null);
  }

  /**
   * @param key must be that of the file, or the file is not used
   */
  static WovenStore open(File file, String key) {
    return new WovenStore(file, key, WovenFile.read(file, key));
  }

  int nextMethod() {
    return old == null ? 0 : old.nextMethod();
  }

  int nextSite() {
    return old == null ? 0 : old.nextSite();
  }

  synchronized List<String> foundation() {
    return foundation;
  }

  synchronized void foundation(List<String> names) {
    foundation = names;
    changed = true;
  }

  /** The class as it was woven from these very bytes, if {@code check} agrees, or null. */
  Woven find(String name, byte[] bytes, Level level, WovenCache.Check check) {
    if (old == null) {
      return null;
    }
    int others = level == Level.APPLICATION ? FORMS : 0;
    int slot = old.firstSlot(name, level);
    for (int at = old.entry(slot); at != 0; slot = old.nextSlot(slot), at = old.entry(slot)) {
      if (old.isOf(at, name, level)) {
        Woven w = old.woven(at, name, level, bytes);
        boolean good = w != null && check.good(w);
        if (good || ++others > FORMS) {
          note(at, good);
        }
        if (good) {
          return w;
        }
      }
    }
    return null;
  }

  private synchronized void note(int entry, boolean good) {
    (good ? hit : stale).add(entry);
  }

  synchronized void add(Woven w) {
    if (file != null) {
      added.put(w.level.ordinal() + w.name, w);
      changed = true;
    }
  }

  /** Writes the file anew if there is something to add. */
  synchronized void save() {
    if (file == null || !changed) {
      return;
    }
    changed = false;
    List<Integer> kept = new ArrayList<>();
    if (old != null && old.size() < MOST_BYTES) {
      for (int at : old.entries()) {
        if (hit.contains(at) || !stale.contains(at)) {
          kept.add(at);
        }
      }
    }
    WovenWriter w = new WovenWriter(key, foundation);
    for (int at : kept) {
      old.copy(at, w);
    }
    // Writing may load a class that is woven, too: that one is for the next time.
    for (Woven one : new ArrayList<>(added.values())) {
      w.add(one);
    }
    w.write(file);
  }
}
