package dev.heisenbug.formats.trace;

/** Short texts about events, for cores, diagnoses and schedules. */
final class EventText {
  private EventText() {}

  static String describe(SymbolicTrace trace, int event) {
    EventKind kind = trace.kind(event);
    StringBuilder text = new StringBuilder("thread ").append(trace.threadName(trace.thread(event)));
    text.append(" #").append(trace.indexInThread(event)).append(' ').append(kind.text());
    int target = trace.target(event);
    switch (kind.target()) {
      case LOCATION -> text.append(' ').append(location(trace, event));
      case OBJECT -> text.append(' ').append(trace.objects().get(target).name());
      case THREAD -> text.append(' ').append(trace.threadName(target));
      case NONE -> {}
    }
    String position = trace.position(event);
    if (!position.isEmpty()) {
      text.append(" at ").append(position);
    }
    int line = trace.line(event);
    return line > 0 ? text.append(" (line ").append(line).append(')').toString() : text.toString();
  }

  private static String location(SymbolicTrace trace, int event) {
    String name = trace.locations().get(trace.target(event)).name();
    int index = trace.index(event);
    if (index < 0) {
      return name;
    }
    Exprs exprs = trace.exprs();
    return name + "[" + (exprs.isConst(index) ? exprs.constant(index) : "?") + "]";
  }
}
