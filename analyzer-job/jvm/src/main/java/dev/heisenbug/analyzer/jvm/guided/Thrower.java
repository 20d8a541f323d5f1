package dev.heisenbug.analyzer.jvm.guided;

import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.HashMap;
import java.util.Map;

/**
 * The thread in which it went wrong: a future hands what its task threw to whoever asks for the
 * result. Then the frames are the task's, and the thread is one that began a task, came by there
 * and did not come to the task's end; or else the last that came by.
 */
final class Thrower {
  private final SymbolicTrace trace;
  private final int[] order;

  Thrower(SymbolicTrace trace, int[] order) {
    this.trace = trace;
    this.order = order;
  }

  /**
   * @param reported tree id of the thread that the failure is reported of, or null
   * @param frame where what it failed with was thrown, or null
   */
  String of(String reported, String frame) {
    if (reported == null || frame == null) {
      return reported;
    }
    Map<Integer, Integer> open = new HashMap<>();
    Integer thrower = null;
    String last = reported;
    for (int e : order) {
      task(e, open);
      if (!isAt(e, frame)) {
        continue;
      }
      if (name(e).equals(reported)) {
        return reported;
      }
      last = name(e);
    }
    for (Map.Entry<Integer, Integer> entry : open.entrySet()) {
      thrower = passes(entry.getKey(), entry.getValue(), frame) ? entry.getKey() : thrower;
    }
    return thrower == null ? last : trace.threadName(thrower);
  }

  /** Which thread has begun which task, by the event, and not ended it. */
  private void task(int e, Map<Integer, Integer> open) {
    boolean synchronises = trace.kind(e) == EventKind.AWAIT || trace.kind(e) == EventKind.POST;
    if (!synchronises) {
      return;
    }
    String object = trace.objects().get(trace.target(e)).name();
    if (trace.kind(e) == EventKind.AWAIT && object.startsWith("task ")) {
      open.put(trace.thread(e), trace.indexInThread(e));
    } else if (trace.kind(e) == EventKind.POST && object.startsWith("done ")) {
      open.remove(trace.thread(e));
    }
  }

  private boolean passes(int thread, int from, String frame) {
    int events = trace.threadLength(thread);
    for (int i = from + 1; i < events; i++) {
      if (isAt(trace.event(thread, i), frame)) {
        return true;
      }
    }
    return from == events - 1;
  }

  private boolean isAt(int e, String frame) {
    String position = trace.position(e);
    return position.equals(frame) || position.startsWith(frame + " ");
  }

  private String name(int e) {
    return trace.threadName(trace.thread(e));
  }
}
