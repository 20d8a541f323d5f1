package dev.heisenbug.analyzer.jvm.symbolic;

import dev.heisenbug.formats.trace.EventKind;
import java.util.HashMap;
import java.util.Map;

/**
 * What passed between the program's own sockets: in any order of the same accesses, what a thread
 * received was sent before.
 */
final class Network {
  private static final String ANYTHING = "network";

  private final Emitter out;
  private final Map<String, Integer> sent = new HashMap<>();

  Network(Emitter out) {
    this.out = out;
  }

  void sent(ThreadState t, int from, int to) {
    post(t, ANYTHING);
    if (from != 0 && to != 0) {
      post(t, way(from, to));
    }
  }

  private void post(ThreadState t, String what) {
    sent.merge(what, 1, Integer::sum);
    out.sync(t, EventKind.POST, out.object(what), 1, 0, t.position());
  }

  /** On a way on which nothing is known to have been sent it may have been anything so far. */
  void received(ThreadState t, int from, int to) {
    String way = sent.containsKey(way(from, to)) ? way(from, to) : ANYTHING;
    Integer count = sent.get(way);
    if (count != null) {
      out.sync(t, EventKind.AWAIT, out.object(way), count, 0, t.position());
    }
  }

  private static String way(int from, int to) {
    return "socket " + from + " to " + to;
  }
}
