package dev.heisenbug.solve.search;

import dev.heisenbug.formats.trace.EventKind;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The conflicts of an execution as numbers: each event must find as many stores, loads or
 * operations before it on what it touches as it found the first time. Any order that keeps them is
 * equivalent.
 */
final class Tickets {
  private final Problem problem;
  private final int[] place;
  private final int[] stores;
  private final int[] loads;
  private int[] storeCount = new int[64];
  private int[] loadCount = new int[64];

  Tickets(Problem problem, Machine machine, int[] order) {
    this.problem = problem;
    place = new int[problem.events];
    stores = new int[problem.events];
    loads = new int[problem.events];
    Map<Long, Integer> places = new HashMap<>();
    for (int e : order) {
      EventKind kind = Problem.KINDS[problem.kind[e]];
      if (kind.isMemory()) {
        place[e] = id(places, machine.cell(e));
      } else if (kind.target() == EventKind.Target.OBJECT) {
        boolean waits = kind == EventKind.WAIT || kind == EventKind.WAKE;
        int object = waits ? problem.trace.arg(e) : problem.trace.target(e);
        place[e] = id(places, -1L - object);
      } else {
        place[e] = -1;
      }
      machine.perform(problem.thread[e]);
      if (place[e] >= 0) {
        stores[e] = storeCount[place[e]];
        loads[e] = loadCount[place[e]];
        take(e);
      }
    }
    Arrays.fill(storeCount, 0);
    Arrays.fill(loadCount, 0);
  }

  private int id(Map<Long, Integer> places, long key) {
    int id = places.computeIfAbsent(key, k -> places.size());
    if (id == storeCount.length) {
      storeCount = Arrays.copyOf(storeCount, id * 2);
      loadCount = Arrays.copyOf(loadCount, id * 2);
    }
    return id;
  }

  private boolean loadsOnly(int e) {
    return problem.kind[e] == EventKind.READ.ordinal();
  }

  /** Whether everything the event conflicts with and that came before it has happened. */
  boolean ready(int e) {
    int p = place[e];
    return p < 0 || (storeCount[p] == stores[e] && (loadsOnly(e) || loadCount[p] == loads[e]));
  }

  void take(int e) {
    int p = place[e];
    if (p >= 0) {
      if (loadsOnly(e)) {
        loadCount[p]++;
      } else {
        storeCount[p]++;
        loadCount[p] = 0;
      }
    }
  }
}
