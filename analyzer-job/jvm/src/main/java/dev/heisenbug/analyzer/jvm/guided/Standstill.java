package dev.heisenbug.analyzer.jvm.guided;

import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Why nobody can go on: where the stuck threads took the locks that they still hold, and the last
 * signal that came before somebody began to wait for one.
 */
final class Standstill {
  private static final int SHOWN = 8;
  private final SymbolicTrace trace;
  private final Set<String> stuck;

  /** Who has which lock. */
  private record Holding(int thread, int object) {}

  /** Where a lock was taken first, and how often it was taken since. */
  private record Held(int place, int depth) {}

  private final Map<Holding, Held> held = new LinkedHashMap<>();
  private final Map<Integer, Map.Entry<Holding, Held>> givenAway = new HashMap<>();
  private final Map<Integer, Integer> lastSignal = new HashMap<>();
  private final Map<Integer, int[]> waits = new LinkedHashMap<>();

  /**
   * @param stuck tree ids of the threads that cannot go on
   */
  Standstill(SymbolicTrace trace, Set<String> stuck) {
    this.trace = trace;
    this.stuck = stuck;
    int[] order = trace.observedOrder();
    for (int place = 0; place < order.length; place++) {
      follow(place, order[place]);
    }
  }

  /** Adds places of the observed order that tell it; the latest if there are many. */
  void addTo(TreeSet<Integer> places, Map<Integer, String> notes) {
    TreeSet<Integer> all = new TreeSet<>();
    held.forEach(
        (who, what) -> {
          if (isStuck(who.thread())) {
            all.add(what.place());
          }
        });
    waits.forEach(
        (thread, signalAndWait) -> {
          if (isStuck(thread)) {
            for (int place : signalAndWait) {
              all.add(place);
            }
            if (signalAndWait.length > 1) {
              notes.put(signalAndWait[0], "before " + trace.threadName(thread) + " begins to wait");
            }
          }
        });
    all.descendingSet().stream().limit(SHOWN).forEach(places::add);
  }

  private boolean isStuck(int thread) {
    return stuck.contains(trace.threadName(thread));
  }

  private void follow(int place, int e) {
    EventKind kind = trace.kind(e);
    int thread = trace.thread(e);
    int object = trace.target(e);
    switch (kind) {
      case LOCK -> taken(new Holding(thread, object), place);
      case UNLOCK -> released(new Holding(thread, object));
      case WAIT -> {
        givenAway(new Holding(thread, trace.arg(e)));
        Integer signal = lastSignal.get(object);
        waits.put(thread, signal == null ? new int[] {place} : new int[] {signal, place});
      }
      case WAKE -> {
        waits.remove(thread);
        takenBack(thread);
      }
      case SIGNAL, BROADCAST -> lastSignal.put(object, place);
      default -> {}
    }
  }

  private void taken(Holding who, int place) {
    held.merge(who, new Held(place, 1), (old, now) -> new Held(old.place(), old.depth() + 1));
  }

  /** A wait gives its lock away with all its depth, and a wake takes it back so. */
  private void givenAway(Holding who) {
    Held what = held.remove(who);
    if (what != null) {
      givenAway.put(who.thread(), Map.entry(who, what));
    }
  }

  private void takenBack(int thread) {
    Map.Entry<Holding, Held> back = givenAway.remove(thread);
    if (back != null) {
      held.put(back.getKey(), back.getValue());
    }
  }

  private void released(Holding who) {
    held.computeIfPresent(
        who, (w, h) -> h.depth() == 1 ? null : new Held(h.place(), h.depth() - 1));
  }
}
