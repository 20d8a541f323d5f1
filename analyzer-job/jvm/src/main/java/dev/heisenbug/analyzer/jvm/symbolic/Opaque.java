package dev.heisenbug.analyzer.jvm.symbolic;

import dev.heisenbug.formats.trace.Sort;
import dev.heisenbug.weave.IndirectAccess;
import java.util.HashMap;
import java.util.Map;

/** Library objects that synchronise by themselves: each call is one step on the object. */
final class Opaque {
  private final Session s;
  private final FieldInfo state;
  private final Map<Integer, Integer> partOf = new HashMap<>();

  /**
   * For each object the last place in the order of its calls; calls that change it have even ones.
   */
  private final Map<Integer, Long> places = new HashMap<>();

  Opaque(Session s) {
    this.s = s;
    state = s.classes.synthetic("library", "state", "I");
  }

  void begin(ThreadState t, Call call) {
    int object = partOf.getOrDefault(call.operation, call.operation);
    s.sharing.touch(Sharing.key(object, state.number()), t.number, !looks(call));
  }

  /**
   * The end of a call on such an object.
   *
   * @param result the observed result, or null for a void call
   * @param tainted whether what went into the object depends on shared reads
   * @return the result, or null if only one thread uses the object
   */
  Val finish(ThreadState t, Call call, Val result, boolean tainted) {
    int object = partOf.getOrDefault(call.operation, call.operation);
    boolean pure = looks(call);
    long key = Sharing.key(object, state.number());
    s.sharing.touch(key, t.number, !pure);
    part(call, object, result);
    if (!s.sharing.isShared(key) || t.isCut()) {
      return null;
    }
    Sort sort = result == null ? Sort.I32 : result.sort;
    int e = s.out.b.opaque(t.number, s.out.object(s.refs.name(object)), sort, !pure);
    s.out.inOrder(e, place(object, pure));
    s.out.placed(e, t, t.position());
    s.out.called(e, call.name, result == null ? null : sort);
    s.out.observed(e, result == null ? 0 : result.bits());
    if (result == null) {
      return Val.i32(0);
    }
    return tainted
        ? s.out.unknown(sort, result.bits(), call.member())
        : Val.symbolic(sort, result.bits(), s.out.b.valueOf(e));
  }

  private static boolean looks(Call call) {
    return IndirectAccess.isOwner(call.owner)
        ? !IndirectAccess.changes(call.owner, call.name)
        : PureCalls.reads(call.name);
  }

  /** Calls that only look share the place between two that change something. */
  private long place(int object, boolean pure) {
    long last = places.getOrDefault(object, 0L);
    long place = pure ? last | 1 : (last | 1) + 1;
    places.put(object, place);
    return place;
  }

  /** Views, iterators and entries belong to the object they come from. */
  private void part(Call call, int object, Val result) {
    if (result == null || result.sort != Sort.REF || Refs.isBox(result.bits())) {
      return;
    }
    String whole = s.typeOf(object);
    String part = s.typeOf((int) result.bits());
    if (whole != null && part != null && part.startsWith(whole + "$")) {
      partOf.put((int) result.bits(), object);
    }
  }
}
