package dev.heisenbug.analyzer.jvm.symbolic;

import dev.heisenbug.analyzer.jvm.runlog.Definitions;
import dev.heisenbug.analyzer.jvm.runlog.MethodDef;
import dev.heisenbug.analyzer.jvm.runlog.RecordType;
import dev.heisenbug.analyzer.jvm.runlog.RecordType.Sync;
import dev.heisenbug.analyzer.jvm.runlog.RunLog;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * Which threads of a log are inside a class initialiser: what is done there comes before whatever
 * another thread does with the class.
 */
final class Initialisers {
  private final Definitions defs;
  private final Map<Integer, Deque<Integer>> depths = new HashMap<>();

  Initialisers(Definitions defs) {
    this.defs = defs;
  }

  /** Takes note of a record before it is looked at. */
  void follow(RunLog log) {
    switch (log.type) {
      case RecordType.ENTER -> {
        Deque<Integer> mine = depths.computeIfAbsent(log.thread, t -> new ArrayDeque<>());
        leave(mine, log.depth);
        MethodDef m = defs.method(log.method);
        if (m != null && m.name().equals("<clinit>")) {
          mine.push(log.depth);
        }
      }
      case RecordType.CALLRET -> leave(of(log.thread), log.depth + 1);
      case RecordType.CAUGHT -> leave(of(log.thread), log.depth + 1);
      case RecordType.SYNC -> {
        if (log.kind == Sync.CLASS_INIT_DONE) {
          of(log.thread).poll();
        }
      }
      default -> {}
    }
  }

  boolean inside(int thread) {
    return !of(thread).isEmpty();
  }

  private Deque<Integer> of(int thread) {
    return depths.computeIfAbsent(thread, t -> new ArrayDeque<>());
  }

  /** Frames of this depth and below it are gone. */
  private static void leave(Deque<Integer> mine, int depth) {
    while (!mine.isEmpty() && mine.peek() >= depth) {
      mine.pop();
    }
  }
}
