package dev.heisenbug.analyzer.jvm.guided;

import dev.heisenbug.analyzer.jvm.symbolic.Notice;
import dev.heisenbug.analyzer.jvm.symbolic.Notice.Kind;
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
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Steps that are no events of the trace: time limits that passed while others had not come to their
 * part, nulls that nobody has stored anything over yet, calls that others are still in.
 */
final class Asides {
  private static final int SHOWN = 2;
  private static final int POLLING = 4;
  private final SymbolicTrace trace;
  private final int[] order;
  private final List<Notice> notices;
  private final String failing;
  private final TreeMap<Integer, List<Schedule.Step>> steps = new TreeMap<>();

  Asides(SymbolicTrace trace, int[] order, List<Notice> notices, String failing) {
    this.trace = trace;
    this.order = order;
    this.notices = notices;
    this.failing = failing;
  }

  boolean isEmpty() {
    return steps.isEmpty();
  }

  /** Whether a thread was in the program's code when the run ended. */
  boolean stands(String thread) {
    return notices.stream().anyMatch(n -> n.kind() == Kind.STANDS && n.thread().equals(thread));
  }

  /** Takes the steps before an event out. */
  List<Schedule.Step> before(int event) {
    List<Schedule.Step> all = new ArrayList<>();
    while (!steps.isEmpty() && steps.firstKey() <= event) {
      all.addAll(steps.pollFirstEntry().getValue());
    }
    return all;
  }

  /**
   * The last null that the failing thread read where no other thread has been.
   *
   * @param field the name that the JVM says is null, or null
   * @param since the last event of the trace at which it read one, or -1
   * @return whether there is one behind that event
   */
  boolean addNull(String field, int since, TreeSet<Integer> places) {
    Notice found = null;
    for (Notice n : notices) {
      boolean named = field == null || n.what().endsWith("." + field);
      if (n.kind() == Kind.NULL && isHis(n) && n.before() > since && named) {
        found = n;
      }
    }
    if (found == null || found.position().isEmpty()) {
      return false;
    }
    String what = found.what() + " = null";
    new LetGo(trace, order).addTo(places, failing, placeOf(found.before()));
    add(found, "read", what, "nobody has stored anything there yet");
    return true;
  }

  /** The place behind the events that were there before a notice. */
  private int placeOf(int before) {
    int place = order.length;
    while (place > 0 && order[place - 1] >= before) {
      place--;
    }
    return place;
  }

  /** The time limits of the failing thread that passed, and the threads that have not begun yet. */
  void addTimeLimits(TreeSet<Integer> places, Map<Integer, String> notes) {
    Map<String, Integer> often = new HashMap<>();
    Set<String> told = new HashSet<>();
    for (Notice n : notices.reversed()) {
      if (n.kind() == Kind.TIME_LIMIT && isHis(n)) {
        often.merge(n.position(), 1, Integer::sum);
      }
    }
    for (Notice n : notices.reversed()) {
      boolean limit = n.kind() == Kind.TIME_LIMIT && isHis(n);
      if (limit && often.get(n.position()) < POLLING && told.size() < SHOWN) {
        if (told.add(n.position())) {
          add(n, "gives up", n.what(), "its time limit has passed");
        }
      }
    }
    if (!told.isEmpty()) {
      notBegun(places, notes);
    }
  }

  private void notBegun(TreeSet<Integer> places, Map<Integer, String> notes) {
    int shown = 0;
    for (int i = order.length - 1; i >= 0 && shown < SHOWN; i--) {
      int e = order[i];
      if (trace.kind(e) == EventKind.FORK && trace.threadLength(trace.target(e)) == 0) {
        places.add(i);
        notes.put(i, "has not begun when " + failing + " fails");
        shown++;
      }
    }
  }

  /** Others that are still in a call of the object that the failing thread called last. */
  void addOpenCalls(TreeSet<Integer> places) {
    int last = lastCall();
    if (last < 0) {
      return;
    }
    String object = trace.objects().get(trace.target(order[last])).name();
    int shown = 0;
    for (Notice n : notices.reversed()) {
      boolean there = n.kind() == Kind.OPEN_CALL && n.object().equals(object);
      if (there && !isHis(n) && shown++ < SHOWN) {
        add(n, "call", n.what(), "has not come back yet");
        places.add(last);
      }
    }
  }

  private int lastCall() {
    for (int i = order.length - 1; i >= 0; i--) {
      int e = order[i];
      boolean call = trace.kind(e) == EventKind.OPAQUE && trace.target(e) >= 0;
      if (call && trace.threadName(trace.thread(e)).equals(failing)) {
        return i;
      }
    }
    return -1;
  }

  private boolean isHis(Notice n) {
    return n.thread().equals(failing);
  }

  private void add(Notice n, String operation, String what, String note) {
    String source = Frames.readable(n.position());
    Schedule.Step step =
        new Schedule.Step(n.thread(), operation, what, null, source, "observed", note);
    steps.computeIfAbsent(n.before(), b -> new ArrayList<>()).add(step);
  }
}
