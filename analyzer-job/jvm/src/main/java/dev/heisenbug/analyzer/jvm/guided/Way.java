package dev.heisenbug.analyzer.jvm.guided;

import dev.heisenbug.analyzer.jvm.guided.Itinerary.Match;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What one thread of a logged run passed. */
final class Way {
  private static final int NONE = -1;
  private int[] counters = new int[64];
  private String[] places = new String[64];
  private int[] stored = new int[64];
  private int size;
  private long[] values = new long[64];
  private final BitSet changes = new BitSet();

  /** By variable, what the thread stored last: when it ends it is in nobody's way. */
  private final Map<Integer, Long> last = new HashMap<>();

  void add(int counter, String place, boolean change) {
    if (size == counters.length) {
      counters = Arrays.copyOf(counters, size * 2);
      places = Arrays.copyOf(places, size * 2);
      stored = Arrays.copyOf(stored, size * 2);
      values = Arrays.copyOf(values, size * 2);
    }
    counters[size] = counter;
    places[size] = place;
    stored[size] = NONE;
    changes.set(size++, change);
  }

  /** What was passed last is a store. */
  void store(int variable, long value) {
    stored[size - 1] = variable;
    values[size - 1] = value;
    last.put(variable, value);
  }

  Match find(int counter, Way other) {
    int last = passed(counter) - 1;
    int here = changes.previousSetBit(last);
    int there = here < 0 ? NONE : other.visit(places[here], visits(here));
    if (here >= 0 && there < 0) {
      return null;
    }
    while (here < last
        && there + 1 < other.size
        && places[here + 1].equals(other.places[there + 1])) {
      here++;
      there++;
    }
    int from = here < 0 ? 0 : counters[here];
    int to = there < 0 ? 0 : other.counters[there];
    return here == last ? new Match(counter, counter - from + to) : new Match(from, to);
  }

  /** Counters, up to one, behind stores with which all is taken back that ever is. */
  List<Integer> idle(int counter, BitSet shared) {
    BitSet takenBack = takenBack(shared);
    BitSet set = new BitSet();
    List<Integer> idle = new ArrayList<>();
    int end = passed(counter);
    for (int i = changes.nextSetBit(0); i >= 0 && i < end; i = changes.nextSetBit(i + 1)) {
      if (stored[i] != NONE && takenBack.get(stored[i])) {
        boolean busy = !set.isEmpty();
        set.set(stored[i], isSet(i));
        if (busy && set.isEmpty()) {
          idle.add(counters[i]);
        }
      }
    }
    return idle;
  }

  /** Whether a store is not what the thread leaves the variable with in the end. */
  private boolean isSet(int store) {
    return last.get(stored[store]) != values[store];
  }

  /** The variables, among these, that the thread sets and takes back more than once. */
  private BitSet takenBack(BitSet shared) {
    BitSet once = new BitSet();
    BitSet again = new BitSet();
    for (int i = changes.nextSetBit(0); i >= 0; i = changes.nextSetBit(i + 1)) {
      if (stored[i] != NONE && shared.get(stored[i]) && !isSet(i)) {
        again.set(stored[i], once.get(stored[i]));
        once.set(stored[i]);
      }
    }
    return again;
  }

  /** How many places lie up to a counter. */
  private int passed(int counter) {
    int n = 0;
    while (n < size && counters[n] <= counter) {
      n++;
    }
    return n;
  }

  private int visits(int at) {
    int n = 0;
    for (int i = 0; i <= at; i++) {
      n += places[i].equals(places[at]) ? 1 : 0;
    }
    return n;
  }

  private int visit(String place, int number) {
    int n = 0;
    for (int i = 0; i < size; i++) {
      n += places[i].equals(place) ? 1 : 0;
      if (n == number) {
        return i;
      }
    }
    return NONE;
  }
}
