package dev.heisenbug.solve.search;

import dev.heisenbug.formats.trace.Condition;
import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.Location;
import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.formats.trace.SyncObject;
import dev.heisenbug.formats.trace.TraceBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The part of a trace that follows a machine's present state, as a trace of its own: memory and
 * locks begin as they are now, and only some of the events to come take part.
 */
final class WindowTrace {
  private final Machine machine;
  private final Problem problem;
  private final SymbolicTrace whole;
  private final TraceBuilder part = SymbolicTrace.builder();
  private final Map<Integer, Integer> inside = new HashMap<>();
  private final WindowExprs exprs;

  /** The event of the whole trace each event stands for; -1 where it only takes a held lock. */
  private final List<Integer> origin = new ArrayList<>();

  private final boolean[] waits;

  private WindowTrace(Machine machine) {
    this.machine = machine;
    this.problem = machine.problem;
    this.whole = problem.trace;
    this.exprs = new WindowExprs(whole.exprs(), part, machine.values, inside);
    this.waits = new boolean[problem.threads];
  }

  /**
   * @param trace the window
   * @param origin see above
   */
  record Result(SymbolicTrace trace, List<Integer> origin) {}

  /**
   * @param events the next events of some threads, in an order that keeps program order
   * @param goals whether the schedule is complete with them
   * @return null where the present state cannot be told in a trace
   */
  static Result of(Machine machine, int[] events, boolean goals) {
    WindowTrace window = new WindowTrace(machine);
    if (!window.begin(events)) {
      return null;
    }
    for (int i = 0; i < events.length; i++) {
      int next = i + 1 < events.length ? events[i + 1] : -1;
      if (!window.add(events[i], next)) {
        return null;
      }
    }
    if (goals) {
      for (Condition goal : machine.problem.goals) {
        window.part.goal(window.exprs.copy(goal.expr()), goal.position());
      }
    }
    window.require();
    return new Result(window.part.build(), window.origin);
  }

  private boolean begin(int[] events) {
    for (int t = 0; t < problem.threads; t++) {
      part.thread(whole.threadName(t));
    }
    memory();
    for (int o = 0; o < whole.objects().size(); o++) {
      SyncObject object = whole.objects().get(o);
      part.object(object.name(), machine.permits(o));
    }
    return machine.outsideGroup() && locks(events);
  }

  private void memory() {
    Map<Integer, Map<Long, Long>> now = new HashMap<>();
    machine.eachCell(
        (location, index, value) ->
            now.computeIfAbsent(location, l -> new HashMap<>()).put(index, value));
    for (int l = 0; l < whole.locations().size(); l++) {
      Location location = whole.locations().get(l);
      Map<Long, Long> cells = now.getOrDefault(l, Map.of());
      int initial = constant(location, machine.values.get(location.initial()));
      if (location.array()) {
        int array = part.array(location.name(), location.sort(), initial);
        location
            .cells()
            .forEach((i, v) -> part.cell(array, i, constant(location, machine.values.get(v))));
        cells.forEach((i, v) -> part.cell(array, i, constant(location, v)));
      } else {
        Long met = cells.get(0L);
        part.location(
            location.name(), location.sort(), met == null ? initial : constant(location, met));
      }
    }
  }

  private int constant(Location location, long value) {
    return part.exprs().constant(location.sort(), value);
  }

  /** Locks that are held now are taken by events of their own; false where more than that is on. */
  private boolean locks(int[] events) {
    for (int e : events) {
      EventKind kind = Problem.KINDS[problem.kind[e]];
      boolean waiting = kind == EventKind.WAIT || kind == EventKind.WAKE;
      if (kind.target() == EventKind.Target.OBJECT
          && !(machine.plain(whole.target(e)) && (!waiting || machine.plain(whole.arg(e))))) {
        return false;
      }
    }
    for (int o = 0; o < whole.objects().size(); o++) {
      int owner = machine.owner(o);
      for (int k = 0; owner >= 0 && k < machine.depth(o); k++) {
        part.lock(owner, o, false);
        origin.add(-1);
      }
    }
    return true;
  }

  private boolean add(int e, int next) {
    EventKind kind = Problem.KINDS[problem.kind[e]];
    int t = problem.thread[e];
    if (!known(e, kind, t) || (problem.groupGoesOn[e] && !follows(e, next))) {
      return false;
    }
    if (whole.group(e) != 0 && (problem.index[e] == 0 || !problem.groupGoesOn[before(e)])) {
      part.beginGroup();
    }
    int copy = copy(e, kind, t);
    inside.put(e, copy);
    origin.add(e);
    if (whole.group(e) != 0 && !problem.groupGoesOn[e]) {
      part.endGroup();
    }
    facts(e, copy);
    int at = problem.index[e] + 1;
    for (int i = problem.condStart[t][at]; i < problem.condStart[t][at + 1]; i++) {
      Condition c = problem.condition[t][i];
      part.condition(t, exprs.copy(c.expr()), c.kind(), c.position());
    }
    return true;
  }

  private int before(int e) {
    return problem.byThread[problem.thread[e]][problem.index[e] - 1];
  }

  private boolean follows(int e, int next) {
    return next >= 0
        && problem.thread[next] == problem.thread[e]
        && problem.index[next] == problem.index[e] + 1;
  }

  /** What began before the window and ends in it cannot be told, nor can unknown histories. */
  private boolean known(int e, EventKind kind, int t) {
    return switch (kind) {
      case WAIT, BARRIER_ENTER -> {
        waits[t] = true;
        yield true;
      }
      case WAKE, BARRIER_EXIT -> waits[t];
      case OPAQUE -> false;
      default -> true;
    };
  }

  private int copy(int e, EventKind kind, int t) {
    int index = whole.index(e) < 0 ? -1 : exprs.copy(whole.index(e));
    int target = whole.target(e);
    return switch (kind) {
      case READ -> index < 0 ? part.read(t, target) : part.read(t, target, index);
      case WRITE -> {
        int value = exprs.copy(whole.value(e));
        yield index < 0 ? part.write(t, target, value) : part.write(t, target, index, value);
      }
      case RMW ->
          part.rmw(
              t,
              target,
              index,
              r -> {
                inside.put(e, part.eventCount() - 1);
                return exprs.copy(whole.value(e));
              });
      default -> part.event(kind, t, target, whole.arg(e), whole.mode(e));
    };
  }

  private void facts(int e, int copy) {
    part.at(copy, whole.position(e));
    if (whole.core(e) >= 0) {
      part.core(copy, whole.core(e), whole.coreSequence(e));
    }
    part.time(copy, whole.timeLo(e), whole.timeHi(e));
    part.version(copy, whole.version(e));
  }

  private void require() {
    for (int t = 0; t < problem.threads; t++) {
      int own = 0;
      int held = 0;
      for (int i = 0; i < origin.size(); i++) {
        int e = origin.get(i);
        own += e >= 0 && problem.thread[e] == t ? 1 : 0;
      }
      held = part.length(t) - own;
      int left = Math.max(0, problem.required[t] - machine.position(t));
      part.require(t, held + Math.min(own, left));
    }
  }
}
