package dev.heisenbug.solve.check;

import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.SymbolicTrace;
import dev.heisenbug.solve.Reduction;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Checks the recorded facts that are switched on: versions, core order, clock windows. */
final class Facts {
  private record Key(boolean object, int target, int index) {}

  private final SymbolicTrace trace;
  private final Set<Reduction> used;
  private final Map<Key, Long> versions = new HashMap<>();
  private final Map<Integer, Long> issued = new HashMap<>();
  private final Map<Integer, Long> committed = new HashMap<>();
  private long latestStart = Long.MIN_VALUE;

  Facts(SymbolicTrace trace, Set<Reduction> used) {
    this.trace = trace;
    this.used = used;
  }

  String key() {
    return versions + " " + issued + committed + latestStart;
  }

  Facts copy() {
    Facts copy = new Facts(trace, used);
    copy.versions.putAll(versions);
    copy.issued.putAll(issued);
    copy.committed.putAll(committed);
    copy.latestStart = latestStart;
    return copy;
  }

  /** The event is executed; returns the fact it breaks, or null. */
  String issue(int e) {
    if (used.contains(Reduction.CLOCK_WINDOWS)) {
      if (trace.timeHi(e) < latestStart) {
        return "its clock window ended before that of an earlier step began";
      }
      latestStart = Math.max(latestStart, trace.timeLo(e));
    }
    if (used.contains(Reduction.CORE_ORDER) && trace.coreSequence(e) >= 0) {
      return inOrder(issued, trace.core(e), trace.coreSequence(e))
          ? null
          : "it comes after a later event of its core";
    }
    return null;
  }

  /** The event takes effect for others; returns the fact it breaks, or null. */
  String effect(int e) {
    if (used.contains(Reduction.LOCK_ORDER) && trace.version(e) >= 0) {
      if (!inOrder(versions, key(e), trace.version(e))) {
        return "it comes after a later recorded version";
      }
    }
    boolean store = trace.kind(e) == EventKind.WRITE;
    if (used.contains(Reduction.CORE_ORDER) && store && trace.coreSequence(e) >= 0) {
      return inOrder(committed, trace.core(e), trace.coreSequence(e))
          ? null
          : "its store commits after a later one of its core";
    }
    return null;
  }

  /** An event that never took effect counts as coming last. */
  String never(int e, boolean issuedToo) {
    boolean late =
        used.contains(Reduction.LOCK_ORDER)
            && trace.version(e) >= 0
            && versions.getOrDefault(key(e), -1L) > trace.version(e);
    if (issuedToo) {
      return late ? "it is missing before a later recorded version" : null;
    }
    late |= used.contains(Reduction.CLOCK_WINDOWS) && trace.timeHi(e) < latestStart;
    late |=
        used.contains(Reduction.CORE_ORDER)
            && trace.coreSequence(e) >= 0
            && issued.getOrDefault(trace.core(e), -1L) > trace.coreSequence(e);
    return late ? "it is missing although recorded facts put it before steps that happen" : null;
  }

  private Key key(int e) {
    EventKind kind = trace.kind(e);
    boolean object = !kind.isMemory();
    boolean waits = kind == EventKind.WAIT || kind == EventKind.WAKE;
    return new Key(object, waits ? trace.arg(e) : trace.target(e), trace.index(e));
  }

  private static <K> boolean inOrder(Map<K, Long> seen, K key, long value) {
    Long last = seen.get(key);
    if (last == null || last < value) {
      seen.put(key, value);
    }
    return last == null || last <= value;
  }
}
