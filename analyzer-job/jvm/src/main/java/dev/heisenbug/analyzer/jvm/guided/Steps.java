package dev.heisenbug.analyzer.jvm.guided;

import dev.heisenbug.analyzer.jvm.symbolic.SymbolicRun.Commit;
import dev.heisenbug.formats.schedule.Schedule;
import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Picks the few accesses of a run that explain it: where one thread came between two accesses of
 * another to the same variable, what the failing thread saw last, who holds what others wait for,
 * and how it ended.
 */
final class Steps {
  private static final int TRIPLES = 3;
  private static final int LAST_SEEN = 3;
  private static final int DELAYS = 3;
  private final SymbolicTrace trace;
  private final int[] order;
  private final Ending ending;
  private final List<Commit> commits;

  /**
   * @param commits delayed stores and when they became visible
   * @param ending how the run came to its end
   */
  Steps(SymbolicTrace trace, List<Commit> commits, Ending ending) {
    this.trace = trace;
    this.commits = commits;
    this.order = trace.observedOrder();
    this.ending = ending;
  }

  List<Schedule.Step> pick() {
    if (order == null) {
      return List.of();
    }
    TreeSet<Integer> places = new TreeSet<>();
    if (ending.isStandstill()) {
      new Standstill(trace, ending.stuckThreads()).addTo(places);
    } else {
      interruptions(places);
    }
    if (!ending.isStandstill() || places.isEmpty()) {
      lastSeen(places);
    }
    List<Commit> late = stale(places);
    Set<Integer> delayed = late.stream().map(Commit::store).collect(Collectors.toSet());
    List<Schedule.Step> steps = new ArrayList<>();
    for (int place : places) {
      visible(late, order[place], steps);
      Schedule.Step s = step(order[place]);
      steps.add(delayed.contains(order[place]) ? as("delay", s) : s);
    }
    visible(late, order.length, steps);
    steps.addAll(ending.steps());
    return steps;
  }

  /** Delayed stores that another thread missed: the store, and who read the old value. */
  private List<Commit> stale(TreeSet<Integer> places) {
    List<Commit> late = new ArrayList<>();
    for (int i = commits.size() - 1; i >= 0 && late.size() < DELAYS; i--) {
      Commit c = commits.get(i);
      int missed = missedBy(c);
      if (missed >= 0) {
        places.add(c.store());
        places.add(missed);
        late.addFirst(c);
      }
    }
    return late;
  }

  private int missedBy(Commit c) {
    for (int e = Math.min(c.before(), order.length) - 1; e > c.store(); e--) {
      if (trace.kind(e).isMemory()
          && trace.target(e) == trace.target(c.store())
          && trace.kind(e).reads()
          && trace.thread(e) != trace.thread(c.store())) {
        return e;
      }
    }
    return -1;
  }

  /** Says which stores became visible before an event. */
  private void visible(List<Commit> late, int event, List<Schedule.Step> steps) {
    while (!late.isEmpty() && late.getFirst().before() <= event) {
      steps.add(as("commit", step(late.removeFirst().store())));
    }
  }

  private static Schedule.Step as(String operation, Schedule.Step s) {
    return new Schedule.Step(
        s.thread(), operation, s.what(), s.value(), s.source(), s.provenance());
  }

  /** Accesses a, b, a of two threads to one variable that no order of whole turns explains. */
  private void interruptions(TreeSet<Integer> places) {
    Map<Long, Integer> lastByThread = new HashMap<>();
    Map<Integer, Integer> lastWrite = new HashMap<>();
    List<int[]> triples = new ArrayList<>();
    for (int i = 0; i < order.length; i++) {
      int e = order[i];
      if (!trace.kind(e).isMemory() || trace.target(e) < 0) {
        continue;
      }
      int location = trace.target(e);
      long key = ((long) trace.thread(e) << 32) | location;
      Integer mine = lastByThread.get(key);
      Integer other = lastWrite.get(location);
      if (mine != null
          && other != null
          && other > mine
          && trace.thread(order[other]) != trace.thread(e)) {
        triples.add(new int[] {mine, other, i});
      }
      lastByThread.put(key, i);
      if (trace.kind(e).writes()) {
        lastWrite.put(location, i);
      }
    }
    triples.sort((a, b) -> Integer.compare(rank(a), rank(b)));
    for (int[] t : triples.subList(0, Math.min(TRIPLES, triples.size()))) {
      for (int place : t) {
        places.add(place);
      }
    }
  }

  /** Lost updates first, then stale reads; nearer to the end of the run before farther. */
  private int rank(int[] triple) {
    boolean lost = trace.kind(order[triple[0]]).reads() && trace.kind(order[triple[2]]).writes();
    return (lost ? 0 : order.length) - triple[2];
  }

  private void lastSeen(TreeSet<Integer> places) {
    int seen = 0;
    String failing = ending.failingThread();
    for (int i = order.length - 1; i >= 0 && seen < LAST_SEEN; i--) {
      int e = order[i];
      boolean his = failing == null || trace.threadName(trace.thread(e)).equals(failing);
      if (his && trace.kind(e).reads() && trace.kind(e) != EventKind.OPAQUE) {
        places.add(i);
        seen++;
      }
    }
  }

  private Schedule.Step step(int e) {
    EventKind kind = trace.kind(e);
    String what =
        switch (kind.target()) {
          case LOCATION -> trace.locations().get(trace.target(e)).name();
          case OBJECT -> trace.objects().get(trace.target(e)).name();
          default -> "";
        };
    String value = trace.hasObserved(e) ? Long.toString(trace.observed(e)) : null;
    return new Schedule.Step(
        trace.threadName(trace.thread(e)), kind.text(), what, value, trace.position(e), "observed");
  }
}
