package dev.heisenbug.analyzer.jvm.guided;

import dev.heisenbug.analyzer.jvm.symbolic.SymbolicRun.Commit;
import dev.heisenbug.formats.schedule.Schedule;
import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/**
 * Picks the few accesses of a run that explain it: where one thread came between two accesses of
 * another to the same variable, what the failing thread saw last, who holds what others wait for,
 * and how it ended.
 */
final class Steps {
  private static final int LAST_SEEN = 3;
  private static final int LOOKED = 40;
  private static final int DELAYS = 3;
  private final SymbolicTrace trace;
  private final int[] order;
  private final Ending ending;
  private final BitSet matters;
  private final String failing;
  private final List<Commit> commits;
  private final IntFunction<String> values;
  private final IntFunction<String> calls;

  /**
   * @param commits delayed stores and when they became visible
   * @param ending how the run came to its end
   * @param values what an event read or wrote, for people
   * @param calls the method of a library object that an event calls, or nothing
   */
  Steps(
      SymbolicTrace trace,
      List<Commit> commits,
      Ending ending,
      IntFunction<String> values,
      IntFunction<String> calls) {
    this.trace = trace;
    this.commits = commits;
    this.order = trace.observedOrder();
    this.ending = ending;
    this.values = values;
    this.calls = calls;
    this.failing = order == null ? null : thrower();
    this.matters = order == null ? new BitSet() : Relevance.of(trace, failing);
  }

  List<Schedule.Step> pick() {
    if (order == null) {
      return List.of();
    }
    TreeSet<Integer> places = new TreeSet<>();
    Map<Integer, String> notes = new HashMap<>();
    if (ending.isStandstill()) {
      standstill(places, notes);
    } else {
      new Interruptions(trace, order, matters).addTo(places, notes);
    }
    if (!ending.isStandstill() && places.isEmpty()) {
      new LastCalls(trace, order, failing).addTo(places, notes);
    }
    if (!ending.isStandstill() || places.isEmpty()) {
      lastSeen(places, true);
      if (places.isEmpty()) {
        lastSeen(places, false);
      }
    }
    List<Commit> late = stale(places);
    Set<Integer> delayed = late.stream().map(Commit::store).collect(Collectors.toSet());
    List<Schedule.Step> steps = new ArrayList<>();
    for (int place : places) {
      visible(late, order[place], steps);
      Schedule.Step s = step(order[place]).noting(notes.get(place));
      steps.add(delayed.contains(order[place]) ? s.as("delay") : s);
    }
    visible(late, order.length, steps);
    steps.addAll(ending.steps());
    return steps;
  }

  /**
   * The thread in which it went wrong: a future hands what its task threw to whoever asks for the
   * result. Then the frames are the task's, and the thread is the last that came by there.
   */
  private String thrower() {
    String reported = ending.failingThread();
    String frame = ending.failingFrame();
    String last = reported;
    for (int i = order.length - 1; i >= 0 && frame != null && reported != null; i--) {
      String position = trace.position(order[i]);
      if (position.equals(frame) || position.startsWith(frame + " ")) {
        String thread = trace.threadName(trace.thread(order[i]));
        if (thread.equals(reported)) {
          return reported;
        }
        last = last.equals(reported) ? thread : last;
      }
    }
    return last;
  }

  /** Who holds what; where no lock explains it, what came too late for whom. */
  private void standstill(TreeSet<Integer> places, Map<Integer, String> notes) {
    new Standstill(trace, ending.stuckThreads()).addTo(places);
    if (places.isEmpty() && !ending.isTurning()) {
      new Missed(trace, ending.stuckThreads()).addTo(places);
    }
    if (places.isEmpty()) {
      new Interruptions(trace, order, matters).addTo(places, notes);
    }
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
      steps.add(step(late.removeFirst().store()).as("commit"));
    }
  }

  /**
   * What the failing thread read last of a few variables, and who had stored that.
   *
   * @param fromOthers only what another thread had stored
   */
  private void lastSeen(TreeSet<Integer> places, boolean fromOthers) {
    Set<Integer> looked = new HashSet<>();
    int seen = 0;
    for (int i = order.length - 1; i >= 0 && seen < LAST_SEEN && looked.size() < LOOKED; i--) {
      int e = order[i];
      boolean his = failing == null || trace.threadName(trace.thread(e)).equals(failing);
      if (his && trace.kind(e).isMemory() && trace.kind(e).reads() && looked.add(trace.target(e))) {
        int store = storeBefore(i);
        boolean others = store >= 0 && trace.thread(order[store]) != trace.thread(e);
        if (others) {
          places.add(store);
        }
        if (others || !fromOthers) {
          places.add(i);
          seen++;
        }
      }
    }
  }

  /** Place of the latest store to a variable before its access at a place, or -1. */
  private int storeBefore(int place) {
    int location = trace.target(order[place]);
    for (int i = place - 1; i >= 0; i--) {
      int e = order[i];
      if (trace.kind(e).isMemory() && trace.kind(e).writes() && trace.target(e) == location) {
        return i;
      }
    }
    return -1;
  }

  private Schedule.Step step(int e) {
    EventKind kind = trace.kind(e);
    String what =
        switch (kind.target()) {
          case LOCATION -> trace.locations().get(trace.target(e)).name();
          case OBJECT -> trace.objects().get(trace.target(e)).name() + called(e);
          default -> "";
        };
    String value = trace.hasObserved(e) ? values.apply(e) : null;
    String operation = kind == EventKind.OPAQUE ? "call" : kind.text();
    return new Schedule.Step(
        trace.threadName(trace.thread(e)),
        operation,
        what,
        value,
        trace.position(e),
        "observed",
        null);
  }

  /** The method of a library object that an event calls. */
  private String called(int e) {
    String method = calls.apply(e);
    return method.isEmpty() ? "" : "." + method;
  }
}
