package dev.heisenbug.analyzer.jvm.symbolic;

import dev.heisenbug.analyzer.jvm.runlog.RunLog;
import dev.heisenbug.formats.trace.Sort;
import java.util.ArrayList;
import java.util.List;

/** What the parts of one interpretation share. */
final class Session {
  final RunLog log;
  final ClassFiles classes;
  final Refs refs;
  final Sharing sharing;
  final Stats stats = new Stats();
  final Emitter out = new Emitter(stats);
  final Arith arith = new Arith(out);
  final Memory memory;
  final Guards guards;
  final SyncModel sync;
  final Atomics atomics;
  final List<ThreadState> threads = new ArrayList<>();
  final Places places;

  Session(RunLog log, ClassFiles classes, Sharing sharing, Places places) {
    this.places = places;
    this.log = log;
    this.classes = classes;
    this.sharing = sharing;
    refs = new Refs(log.objects());
    memory = new Memory(out, sharing, refs);
    guards = new Guards(this);
    sync = new SyncModel(this);
    atomics = new Atomics(this);
  }

  /** A value of the log as a concrete value. */
  Val observed(Sort sort, long bits) {
    return Val.of(sort, sort == Sort.REF ? refs.of((int) bits) : bits);
  }

  /**
   * Brings a computed value together with the logged one: they agree, or the computed one is not
   * known and becomes an unknown of the trace.
   */
  Val reconcile(ThreadState t, Val v, Sort sort, long logged) {
    Val seen = observed(sort, logged);
    if (v == null || v.isLost() || v.sort != sort) {
      return out.unknown(sort, seen.bits(), "value lost");
    }
    if (v.alloc != null && v.alloc.ref == 0 && logged != 0) {
      bind(t, v.alloc, (int) logged);
      return v;
    }
    if (v.bits() == seen.bits()) {
      return v;
    }
    stats.inconsistent("computed value is not the logged one");
    return out.unknown(sort, seen.bits(), "value contradicted");
  }

  /** Gives a new object its number; what was stored in it before counts from here. */
  void bind(ThreadState t, Alloc alloc, int object) {
    alloc.object = object;
    alloc.ref = refs.of(object);
    if (alloc.constant == null) {
      memory.created(object);
    }
    for (Alloc.Pending p : alloc.pending) {
      memory.write(t, Cell.of(object, p.field()), p.value());
    }
    alloc.pending.clear();
    if (alloc.constructor != null) {
      atomics.created(t, alloc);
      sync.created(alloc);
    }
  }

  /** Internal class name of an object. */
  String typeOf(int object) {
    return refs.type(object);
  }
}
