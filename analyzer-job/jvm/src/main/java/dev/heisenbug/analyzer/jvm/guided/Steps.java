package dev.heisenbug.analyzer.jvm.guided;

import dev.heisenbug.analyzer.jvm.symbolic.Notice;
import dev.heisenbug.analyzer.jvm.symbolic.SymbolicRun.Commit;
import dev.heisenbug.formats.bundle.Frames;
import dev.heisenbug.formats.schedule.Schedule;
import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;

/**
 * Picks the few accesses of a run that explain it: where one thread came between two accesses of
 * another to the same variable, what the failing thread saw last, who holds what others wait for,
 * and how it ended.
 */
final class Steps {
  private static final int LAST_SEEN = 3;
  private static final int ENOUGH = 9;
  private static final int LOOKED = 40;
  private static final int DELAYS = 3;
  private final SymbolicTrace trace;
  private final int[] order;
  private final Ending ending;
  private final Relevance relevance;
  private final String failing;
  private final List<Commit> commits;
  private final IntFunction<String> values;
  private final IntFunction<String> calls;
  private final Variables variables;
  private final Asides asides;

  /**
   * @param commits delayed stores and when they became visible
   * @param notices what else happened
   * @param ending how the run came to its end
   * @param values what an event read or wrote, for people
   * @param calls the method of a library object that an event calls, or nothing
   * @param elements the index of the array element that an event accessed, or -1
   */
  Steps(
      SymbolicTrace trace,
      List<Commit> commits,
      List<Notice> notices,
      Ending ending,
      IntFunction<String> values,
      IntFunction<String> calls,
      IntUnaryOperator elements) {
    this.trace = trace;
    this.commits = commits;
    this.order = trace.observedOrder();
    this.ending = ending;
    this.values = values;
    this.calls = calls;
    this.variables = new Variables(trace, elements);
    this.failing = order == null ? null : thrower();
    this.asides = new Asides(trace, order, notices, failing);
    this.relevance = order == null ? null : Relevance.of(trace, variables, failing);
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
      failure(places, notes);
    }
    if (!ending.isStandstill() || places.isEmpty()) {
      lastSeen(places, true);
      if (places.isEmpty() && asides.isEmpty()) {
        lastSeen(places, false);
      }
    }
    List<Commit> late = stale(places);
    Set<Integer> delayed = late.stream().map(Commit::store).collect(Collectors.toSet());
    List<Schedule.Step> steps = new ArrayList<>();
    for (int place : places) {
      visible(late, order[place], steps);
      steps.addAll(asides.before(order[place]));
      Schedule.Step s = step(order[place]).noting(notes.get(place));
      steps.add(delayed.contains(order[place]) ? s.as("delay") : s);
    }
    visible(late, order.length, steps);
    steps.addAll(asides.before(order.length));
    steps.addAll(ending.steps());
    return steps;
  }

  private String thrower() {
    return new Thrower(trace, order).of(ending.failingThread(), ending.failingFrame());
  }

  /** What came between two steps of a thread, or before or after one that went wrong by it. */
  private void failure(TreeSet<Integer> places, Map<Integer, String> notes) {
    String message = ending.nullMessage();
    boolean told =
        message != null
            && new NullRead(trace, order, variables, failing, asides).addTo(places, notes, message);
    TreeSet<Integer> between = new TreeSet<>();
    Map<Integer, String> betweenNotes = new HashMap<>();
    boolean telling =
        new Interruptions(trace, order, relevance, variables).addTo(between, betweenNotes);
    if (!telling && !told) {
      new TooEarly(trace, order, relevance, variables).addTo(places, notes);
    }
    if (telling || places.isEmpty() && !told) {
      places.addAll(between);
      betweenNotes.forEach(notes::putIfAbsent);
    }
    if (places.isEmpty() && !told) {
      new Overtaken(trace, order, failing).addTo(places, notes);
    }
    if (places.isEmpty() && !told) {
      new LastCalls(trace, order, failing, order.length).addTo(places, notes);
    }
    if (places.isEmpty() && !told) {
      callsBeforeTheStore(places, notes);
    }
    if (!telling) {
      new Permits(trace, order, failing).addTo(places, notes);
    }
    if (!telling && (!told || !asides.isEmpty())) {
      new Midway(trace, order, variables, failing, asides::stands).addTo(places, notes);
    }
    if (!telling && !told) {
      asides.addTimeLimits(places, notes);
    }
    if (places.isEmpty() && asides.isEmpty()) {
      asides.addOpenCalls(places);
    }
    if (places.isEmpty() && asides.isEmpty()) {
      new TasksBefore(trace, order, failing).addTo(places, notes);
    }
  }

  /** What another thread asked library objects before it stored what the failing one saw last. */
  private void callsBeforeTheStore(TreeSet<Integer> places, Map<Integer, String> notes) {
    TreeSet<Integer> seen = new TreeSet<>();
    lastSeen(seen, true);
    for (int place : seen.descendingSet()) {
      String thread = trace.threadName(trace.thread(order[place]));
      if (places.isEmpty() && !thread.equals(failing)) {
        new LastCalls(trace, order, thread, place).addTo(places, notes);
      }
    }
  }

  /** Who holds what; where no lock explains it, what came too late for whom. */
  private void standstill(TreeSet<Integer> places, Map<Integer, String> notes) {
    new Standstill(trace, ending.stuckThreads()).addTo(places, notes);
    if (places.isEmpty() && !ending.isTurning()) {
      new Missed(trace, ending.stuckThreads()).addTo(places, notes);
    }
    if (places.isEmpty()) {
      new Interruptions(trace, order, relevance, variables).addTo(places, notes);
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
          && variables.of(e) == variables.of(c.store())
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
    Set<Long> looked = new HashSet<>();
    int born = begin(failing);
    int seen = 0;
    int most = places.size() < ENOUGH ? LAST_SEEN : 1;
    for (int i = order.length - 1; i >= 0 && seen < most && looked.size() < LOOKED; i--) {
      int e = order[i];
      boolean his = failing == null || trace.threadName(trace.thread(e)).equals(failing);
      if (his && trace.kind(e).isMemory() && trace.kind(e).reads() && looked.add(variables.of(e))) {
        int store = storeBefore(i);
        boolean early = store >= 0 && isGiven(store, born);
        boolean others =
            store >= 0 && !(fromOthers && early) && trace.thread(order[store]) != trace.thread(e);
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

  /** Whether nobody need be told of a store: a parent's in the JDK, before it made the thread. */
  private boolean isGiven(int store, int born) {
    String parent = trace.threadName(trace.thread(order[store]));
    boolean before =
        store < born
            && trace.position(order[store]).contains(" in ")
            && failing != null
            && failing.startsWith(parent + ".");
    return before || trace.position(order[store]).isEmpty();
  }

  /** The place of a thread's first event. */
  private int begin(String thread) {
    for (int i = 0; i < order.length; i++) {
      if (trace.threadName(trace.thread(order[i])).equals(thread)) {
        return i;
      }
    }
    return 0;
  }

  /** Place of the latest store to a variable before its access at a place, or -1. */
  private int storeBefore(int place) {
    long variable = variables.of(order[place]);
    for (int i = place - 1; i >= 0; i--) {
      int e = order[i];
      if (trace.kind(e).isMemory() && trace.kind(e).writes() && variables.of(e) == variable) {
        return i;
      }
    }
    return -1;
  }

  private Schedule.Step step(int e) {
    EventKind kind = trace.kind(e);
    String what =
        switch (kind.target()) {
          case LOCATION -> variables.name(e);
          case THREAD -> trace.threadName(trace.target(e));
          case OBJECT -> trace.objects().get(trace.target(e)).name() + called(e);
          default -> "";
        };
    String value = trace.hasObserved(e) ? values.apply(e) : null;
    String operation =
        switch (kind) {
          case OPAQUE -> "call";
          case FORK -> "starts";
          default -> kind.text();
        };
    return new Schedule.Step(
        trace.threadName(trace.thread(e)),
        operation,
        what,
        value,
        Frames.readable(trace.position(e)),
        "observed",
        null);
  }

  /** The method of a library object that an event calls. */
  private String called(int e) {
    String method = calls.apply(e);
    return method.isEmpty() ? "" : "." + method;
  }
}
