package dev.heisenbug.formats.trace;

import java.util.List;

/** Structural checks at build time, so that the solver can trust numbers and sorts. */
final class TraceCheck {
  private final TraceBuilder trace;
  private final EventTable events;

  private TraceCheck(TraceBuilder trace) {
    this.trace = trace;
    this.events = trace.events;
  }

  static void check(TraceBuilder trace) {
    TraceCheck check = new TraceCheck(trace);
    for (int e = 0; e < trace.events.size; e++) {
      check.event(e);
    }
    for (int i = 0; i < trace.conditions.size(); i++) {
      check.condition(i, trace.conditions.get(i));
    }
    check.order();
  }

  private void condition(int number, Condition c) {
    if (trace.exprs.sort(c.expr()) != Sort.BOOL) {
      int line = number < trace.conditionLines.size() ? trace.conditionLines.get(number) : 0;
      String at = c.position().isEmpty() ? "" : " at " + c.position();
      throw new TraceException("the condition" + at + " is not a bool", line);
    }
  }

  private void event(int e) {
    EventKind kind = EventKind.of(events.kind[e]);
    int target = events.target[e];
    switch (kind.target()) {
      case LOCATION -> memory(e, kind, target);
      case OBJECT -> inside(e, target, trace.objects, "object");
      case THREAD -> inside(e, target, trace.threads, "thread");
      case NONE -> {}
    }
    if (events.timeLo[e] > events.timeHi[e]) {
      throw fault(e, "has a time window that ends before it begins");
    }
    if (kind == EventKind.WAIT || kind == EventKind.WAKE) {
      inside(e, events.arg[e], trace.objects, "lock object");
    }
    if (kind == EventKind.FENCE && (events.mode[e] < 0 || events.mode[e] >= 6)) {
      throw fault(e, "has no such fence kind");
    }
  }

  private void memory(int e, EventKind kind, int target) {
    inside(e, target, trace.locations, "location");
    Location location = trace.locations.get(target);
    if (location.array() != (events.index[e] >= 0)) {
      throw fault(e, location.array() ? "lacks an index" : "has an index but no array");
    }
    int value = events.value[e];
    if (kind.writes() && (value < 0 || trace.exprs.sort(value) != location.sort())) {
      throw fault(e, "must write a value of sort " + location.sort().text());
    }
    if (events.index[e] >= 0 && !trace.exprs.sort(events.index[e]).isInteger()) {
      throw fault(e, "needs an integer index");
    }
  }

  private void order() {
    int[] order = trace.observedOrder;
    if (order == null) {
      return;
    }
    if (order.length != events.size) {
      throw new TraceException("the observed order does not hold every event exactly once", 0);
    }
    int[] next = new int[trace.threads.size()];
    for (int e : order) {
      if (events.indexInThread[e] != next[events.thread[e]]++) {
        throw fault(e, "stands out of program order in the observed order");
      }
    }
  }

  private void inside(int e, int target, List<?> list, String what) {
    if (target < 0 || target >= list.size()) {
      throw fault(e, "names no " + what);
    }
  }

  private TraceException fault(int e, String what) {
    String name = trace.threads.get(events.thread[e]);
    String kind = EventKind.of(events.kind[e]).text();
    String text = "event " + events.indexInThread[e] + " (" + kind + ") of thread " + name;
    return new TraceException(text + " " + what, 0, e);
  }
}
