package dev.heisenbug.formats.trace;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Reads the event and condition lines of a {@code .hbt} file. */
final class HbtEvents {
  private final TraceBuilder trace;
  private final HbtExprs exprs;
  private final Map<String, Integer> threads;
  private final Map<String, Integer> locations;
  private final Map<String, Integer> objects;
  private final Map<String, Integer> values;
  private final Map<Long, Integer> groups = new HashMap<>();
  private final BitSet ended = new BitSet();
  private final BitSet forked = new BitSet();

  HbtEvents(
      TraceBuilder trace,
      HbtExprs exprs,
      Map<String, Integer> threads,
      Map<String, Integer> locations,
      Map<String, Integer> objects,
      Map<String, Integer> values) {
    this.trace = trace;
    this.exprs = exprs;
    this.threads = threads;
    this.locations = locations;
    this.objects = objects;
    this.values = values;
  }

  void read(HbtLine line, String threadName) {
    Integer thread = threads.get(threadName);
    if (thread == null) {
      throw line.fault("'" + threadName + "' is neither a keyword nor a declared thread");
    }
    String word = line.next("an event kind");
    switch (word) {
      case "assume" -> condition(line, thread, Condition.Kind.PATH);
      case "concretize" -> condition(line, thread, Condition.Kind.CONCRETIZATION);
      case "goal" -> condition(line, thread, Condition.Kind.GOAL);
      default -> {
        EventKind kind = EventKind.parse(word);
        if (kind == null) {
          throw line.fault("'" + word + "' is no kind of event");
        }
        place(line, thread, kind);
        attributes(line, kind.isMemory() ? memory(line, thread, kind) : other(line, thread, kind));
      }
    }
  }

  /** A thread starts once, with its first event, and ends once, with its last. */
  private void place(HbtLine line, int thread, EventKind kind) {
    if (ended.get(thread)) {
      throw line.fault("the thread has exited before this line");
    }
    if (kind == EventKind.START && trace.length(thread) > 0) {
      throw line.fault("'start' must be the first event of its thread");
    }
    ended.set(thread, kind == EventKind.EXIT);
  }

  private void condition(HbtLine line, int thread, Condition.Kind kind) {
    int expr = exprs.read(line);
    if (trace.exprs.sort(expr) != Sort.BOOL) {
      throw line.fault("a condition must be a bool");
    }
    trace.condition(thread, expr, kind, HbtReader.position(line));
  }

  private int memory(HbtLine line, int thread, EventKind kind) {
    int location = lookup(line, locations, "location");
    int index = -1;
    if (line.skip("[")) {
      index = exprs.read(line);
      line.expect("]");
    }
    if (kind == EventKind.WRITE) {
      line.expect("=");
      int value = exprs.read(line);
      return index < 0
          ? trace.write(thread, location, value)
          : trace.write(thread, location, index, value);
    }
    if (kind == EventKind.READ) {
      int e = index < 0 ? trace.read(thread, location) : trace.read(thread, location, index);
      bind(line, e);
      return e;
    }
    int[] written = {-1};
    return trace.rmw(
        thread,
        location,
        index,
        read -> {
          name(line, read);
          line.expect("=");
          written[0] = exprs.read(line);
          return written[0];
        });
  }

  private void bind(HbtLine line, int event) {
    if (line.peek().equals("->")) {
      name(line, trace.valueOf(event));
    }
  }

  private void name(HbtLine line, int value) {
    line.expect("->");
    String id = line.next("a name");
    if (values.putIfAbsent(id, value) != null) {
      throw line.fault("'" + id + "' is declared twice");
    }
  }

  private int other(HbtLine line, int thread, EventKind kind) {
    int target =
        switch (kind.target()) {
          case OBJECT -> lookup(line, objects, "object");
          case THREAD -> lookup(line, threads, "thread");
          default -> -1;
        };
    return switch (kind) {
      case LOCK, UNLOCK, LOCK_FAIL ->
          trace.event(kind, thread, target, 0, line.skip("shared") ? EventKind.SHARED : 0);
      case WAIT -> trace.event(kind, thread, target, lookup(line, objects, "lock"), 0);
      case WAKE -> {
        int lock = lookup(line, objects, "lock");
        yield trace.event(kind, thread, target, lock, unnotified(line));
      }
      case PARK -> trace.event(kind, thread, target, 1, unnotified(line));
      case BARRIER_ENTER -> trace.event(kind, thread, target, parties(line), 0);
      case ACQUIRE, RELEASE, ACQUIRE_FAIL, POST, AWAIT ->
          trace.event(kind, thread, target, count(line), 0);
      case FENCE -> trace.fence(thread, fence(line));
      case FORK -> {
        if (forked.get(target)) {
          throw line.fault("thread '" + trace.threads.get(target) + "' is forked twice");
        }
        forked.set(target);
        yield trace.event(kind, thread, target, 0, 0);
      }
      case OPAQUE -> {
        Sort sort = Sort.parse(line.next("a sort"));
        int e = trace.opaque(thread, target, sort, !line.skip("pure"));
        bind(line, e);
        yield e;
      }
      default -> trace.event(kind, thread, target, 0, 0);
    };
  }

  private static int unnotified(HbtLine line) {
    return line.skip("unnotified") ? EventKind.UNNOTIFIED : 0;
  }

  private static int count(HbtLine line) {
    long n = line.integer("a count");
    if (n < 0 || n > Integer.MAX_VALUE) {
      throw line.fault("the count is out of range");
    }
    return (int) n;
  }

  private static int parties(HbtLine line) {
    int n = count(line);
    if (n == 0) {
      throw line.fault("a barrier needs at least one arrival");
    }
    return n;
  }

  private static Fence fence(HbtLine line) {
    String text = line.next("a fence kind");
    for (Fence fence : Fence.values()) {
      if (fence.text().equals(text.toLowerCase(Locale.ROOT))) {
        return fence;
      }
    }
    throw line.fault("'" + text + "' is no kind of fence");
  }

  private static int lookup(HbtLine line, Map<String, Integer> names, String what) {
    String id = line.next("a " + what);
    Integer found = names.get(id);
    if (found == null) {
      throw line.fault(what + " '" + id + "' is not declared");
    }
    return found;
  }

  private void attributes(HbtLine line, int e) {
    while (line.hasNext()) {
      String token = line.next("an attribute");
      int equals = token.indexOf('=');
      if (token.startsWith("@")) {
        trace.at(e, token.substring(1));
      } else if (equals < 0) {
        throw line.fault("'" + token + "' is not expected here");
      } else {
        attribute(line, e, token.substring(0, equals), token.substring(equals + 1));
      }
    }
  }

  private void attribute(HbtLine line, int e, String key, String text) {
    switch (key) {
      case "core" -> {
        int slash = text.indexOf('/');
        long core = notNegative(line, slash < 0 ? text : text.substring(0, slash), key);
        if (core > Integer.MAX_VALUE) {
          throw line.fault("the number of the core is out of range");
        }
        long sequence = slash < 0 ? -1 : notNegative(line, text.substring(slash + 1), key);
        trace.core(e, (int) core, sequence);
      }
      case "time" -> {
        int dots = text.indexOf("..");
        if (dots < 0) {
          throw line.fault("a time window is written lo..hi");
        }
        long lo = line.integer(text.substring(0, dots), key);
        long hi = line.integer(text.substring(dots + 2), key);
        if (lo > hi) {
          throw line.fault("the time window ends before it begins");
        }
        trace.time(e, lo, hi);
      }
      case "ver" -> trace.version(e, notNegative(line, text, key));
      case "obs" -> observed(line, e, text);
      case "group" ->
          trace.events.group[e] =
              groups.computeIfAbsent(line.integer(text, key), g -> groups.size() + 1);
      default -> throw line.fault("'" + key + "' is no attribute of an event");
    }
  }

  private void observed(HbtLine line, int e, String text) {
    EventKind kind = EventKind.of(trace.events.kind[e]);
    if (kind.isMemory()) {
      Sort sort = trace.locations.get(trace.events.target[e]).sort();
      trace.observed(e, HbtExprs.fitting(line, text, sort));
    } else if (kind == EventKind.OPAQUE) {
      trace.observed(e, HbtExprs.fitting(line, text, Sort.of(trace.events.arg[e])));
    } else {
      throw line.fault("'" + kind.text() + "' has no value that could be observed");
    }
  }

  private static long notNegative(HbtLine line, String text, String key) {
    long value = line.integer(text, key);
    if (value < 0) {
      throw line.fault(key + " must not be negative");
    }
    return value;
  }
}
