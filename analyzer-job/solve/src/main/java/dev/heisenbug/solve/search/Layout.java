package dev.heisenbug.solve.search;

import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.Arrays;

/** Where everything lives in the {@link State} vector. */
final class Layout {
  static final int OWNER = 0;
  static final int DEPTH = 1;
  static final int READERS = 2;
  static final int COUNT = 3;
  static final int ARRIVED = 4;
  static final int GENERATION = 5;
  static final int HISTORY = 6;
  private static final int PER_OBJECT = 7;

  final int threads;
  final int saved;
  final int entered;
  final int stuck;
  final int commits;
  final int openGroup;
  final int local;
  final int objects;
  final int[] queue;
  final int committed;
  final int size;

  Layout(SymbolicTrace trace, boolean relaxed) {
    threads = trace.threadCount();
    saved = threads;
    entered = 2 * threads;
    stuck = 3 * threads;
    commits = 4 * threads;
    local = 5 * threads;
    openGroup = 6 * threads;
    objects = openGroup + 1;
    int next = objects + PER_OBJECT * trace.objects().size();
    queue = new int[trace.objects().size()];
    Arrays.fill(queue, -1);
    for (int e = 0; e < trace.eventCount(); e++) {
      EventKind kind = trace.kind(e);
      if (kind.ordinal() >= EventKind.WAIT.ordinal()
          && kind.ordinal() <= EventKind.BROADCAST.ordinal()
          && queue[trace.target(e)] < 0) {
        queue[trace.target(e)] = next;
        next += 2 * threads + 1;
      }
    }
    committed = next;
    size = next + (relaxed ? trace.eventCount() : 0);
  }

  int object(int o, int field) {
    return objects + o * PER_OBJECT + field;
  }

  /** First slot after the queue of a condition. */
  int queueEnd(int o) {
    return queue[o] + 2 * threads;
  }
}
