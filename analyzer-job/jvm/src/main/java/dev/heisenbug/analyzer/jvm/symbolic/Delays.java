package dev.heisenbug.analyzer.jvm.symbolic;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Stores of a run under TSO or PSO that their thread has executed and the others do not see. */
final class Delays {
  private final Map<Integer, Store> last = new HashMap<>();
  private final Map<Integer, List<Store>> waiting = new HashMap<>();

  /** Points whose stores wait but come with the end of a call, as those of atomics do. */
  private final Map<Integer, Integer> announced = new HashMap<>();

  /**
   * A store.
   *
   * @param before what the variable held for all threads, null if not known
   * @param event the store's event, or -1 if it has none
   */
  record Store(int idx, long key, Long before, long bits, int event) {}

  /** Notes a store, in case the next record says that it is delayed. */
  void wrote(ThreadState t, long key, Long before, long bits) {
    last.put(t.number, new Store(t.idx, key, before, bits, -1));
  }

  void event(int thread, int event) {
    last.computeIfPresent(
        thread, (t, s) -> new Store(s.idx(), s.key(), s.before(), s.bits(), event));
  }

  /** The store just noted waits; null if it was not to a shared variable. */
  Store delayed(int thread, int idx) {
    Store s = last.remove(thread);
    if (s == null || s.idx() != idx) {
      announced.put(thread, idx);
      return null;
    }
    waiting.computeIfAbsent(thread, t -> new ArrayList<>()).add(s);
    return s;
  }

  /** Whether the log has said of the thread's store at a point that it waits, before it had one. */
  boolean isAnnounced(int thread, int idx) {
    return announced.remove(thread, idx);
  }

  /** The store waits no longer; null if it was not to a shared variable. */
  Store visible(int thread, int idx) {
    List<Store> stores = waiting.getOrDefault(thread, List.of());
    for (int i = 0; i < stores.size(); i++) {
      if (stores.get(i).idx() == idx) {
        return stores.remove(i);
      }
    }
    return null;
  }

  /** Events of the stores that still wait. */
  List<Integer> events() {
    return waiting.values().stream()
        .flatMap(List::stream)
        .map(Store::event)
        .filter(e -> e >= 0)
        .sorted()
        .toList();
  }

  /** Whether the thread sees that value there because of a store of its own. */
  boolean newest(int thread, long key, long bits) {
    List<Store> stores = waiting.getOrDefault(thread, List.of());
    for (int i = stores.size() - 1; i >= 0; i--) {
      if (stores.get(i).key() == key) {
        return stores.get(i).bits() == bits;
      }
    }
    return false;
  }
}
