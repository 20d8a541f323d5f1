package dev.heisenbug.analyzer.jvm.symbolic;

import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.Sort;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Tasks given to executors, futures and timers: a task runs after it was handed over, and who gets
 * its future's result comes after its end. The library's own queues leave no trace in the log.
 */
final class Tasks {
  private final Session s;
  private final Emitter out;
  private final Map<Integer, Integer> handedBy = new HashMap<>();
  private final Map<Integer, Integer> taskOfFuture = new HashMap<>();
  private final Set<Integer> completed = new HashSet<>();
  private final Map<Alloc, Integer> unnamed = new LinkedHashMap<>();
  private final Map<Integer, Integer> runs = new HashMap<>();

  Tasks(Session s) {
    this.s = s;
    out = s.out;
  }

  private static boolean takesTasks(String type) {
    return type.contains("Executor")
        || type.contains("CompletableFuture")
        || type.contains("CompletionS")
        || type.contains("ForkJoin")
        || type.contains("TaskScope")
        || type.contains("java/util/Timer");
  }

  private boolean takesTasks(Call call) {
    String type = call.operation > 0 ? s.typeOf(call.operation) : null;
    return takesTasks(call.owner) || type != null && takesTasks(type);
  }

  /** Before a synchronising library call: its arguments may be run by another thread. */
  void begin(ThreadState t, Call call) {
    if (!takesTasks(call)) {
      return;
    }
    for (Val v : call.args) {
      int object = objectOf(v);
      if (object != 0 && handedBy.putIfAbsent(object, t.number) == null) {
        out.sync(t, EventKind.POST, handed(object), 1, 0, t.position());
      }
    }
  }

  /** Object number; a number below zero for a new object that the log has not named yet. */
  private int objectOf(Val v) {
    if (v.sort != Sort.REF || v.isLost()) {
      return 0;
    }
    if (v.alloc != null && v.alloc.ref == 0) {
      return v.alloc.constant != null
          ? 0
          : unnamed.computeIfAbsent(v.alloc, a -> -1 - unnamed.size());
    }
    return Refs.isBox(v.bits()) ? 0 : (int) v.bits();
  }

  /** The handed-over new object that this one, seen for the first time, must be. */
  private int unnamed(int object) {
    String type = s.typeOf(object);
    for (Map.Entry<Alloc, Integer> e : unnamed.entrySet()) {
      if (e.getKey().ref == 0 && e.getKey().type.equals(type)) {
        e.getKey().object = object;
        e.getKey().ref = object;
        return e.getValue();
      }
    }
    return object;
  }

  /** After such a call: remembers whose result a future is, or that one was awaited. */
  void finish(ThreadState t, Call call, Val result) {
    if (takesTasks(call) && result != null) {
      for (Val v : call.args) {
        int object = objectOf(v);
        if (objectOf(result) > 0 && handedBy.containsKey(object)) {
          taskOfFuture.put(objectOf(result), object);
        }
      }
    }
    switch (call.name) {
      case "get", "join", "resultNow", "getNow" -> awaited(t, call.operation);
      case "complete", "completeExceptionally", "cancel", "obtrudeValue" ->
          completes(t, call.operation);
      default -> {}
    }
  }

  private void awaited(ThreadState t, int future) {
    Integer task = taskOfFuture.get(future);
    if (task != null && completed.contains(task)) {
      out.sync(t, EventKind.AWAIT, done(task), 1, 0, t.position());
    } else if (completed.contains(future)) {
      out.sync(t, EventKind.AWAIT, done(future), 1, 0, t.position());
    }
  }

  private void completes(ThreadState t, int object) {
    if (object != 0 && completed.add(object)) {
      out.sync(t, EventKind.POST, done(object), 1, 0, t.position());
    }
  }

  /** Library code enters the code of an object; returns the task if it is one, else 0. */
  int entered(ThreadState t, int entered) {
    int object = handedBy.containsKey(entered) ? entered : unnamed(entered);
    Integer by = handedBy.get(object);
    if (by == null) {
      return 0;
    }
    if (by != t.number) {
      out.sync(t, EventKind.AWAIT, handed(object), 1, 0, t.position());
    }
    runs.merge(object, 1, Integer::sum);
    return object;
  }

  boolean isTask(int object) {
    return handedBy.containsKey(object);
  }

  int runs(int object) {
    return runs.getOrDefault(object, 0);
  }

  /** The code of a task returned. */
  void left(ThreadState t, int task) {
    completes(t, task);
  }

  private int handed(int object) {
    return out.object("task " + name(object));
  }

  private int done(int object) {
    return out.object("done " + name(object));
  }

  private String name(int object) {
    return object < 0 ? "new " + -object : s.refs.name(object);
  }
}
