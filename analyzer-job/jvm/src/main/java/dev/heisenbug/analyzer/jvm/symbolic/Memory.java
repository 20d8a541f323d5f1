package dev.heisenbug.analyzer.jvm.symbolic;

import dev.heisenbug.formats.trace.Fence;
import dev.heisenbug.formats.trace.Sort;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Fields and array cells: accesses to shared ones become events, the others carry expressions from
 * their last write to their reads.
 */
final class Memory {
  private final Emitter out;
  private final Sharing sharing;
  private final Refs refs;
  private final Map<Long, Val> confined = new HashMap<>();
  private final Map<Long, Integer> locations = new HashMap<>();
  private final Map<Integer, Integer> arrays = new HashMap<>();
  private final Map<Long, Long> current = new HashMap<>();
  private final Map<Integer, Long> keyOfRead = new HashMap<>();

  /** Array cells whose first value is in the trace. */
  private final Set<Long> begun = new HashSet<>();

  private final Delays delays = new Delays();

  /** Objects whose creation was seen: what was not written in them is zero. */
  private final Set<Integer> created = new HashSet<>();

  Memory(Emitter out, Sharing sharing, Refs refs) {
    this.out = out;
    this.sharing = sharing;
    this.refs = refs;
  }

  void created(int object) {
    created.add(object);
  }

  int locationCount() {
    return locations.size() + arrays.size();
  }

  private boolean isShared(Cell c) {
    return !c.isConstant()
        && (sharing.isShared(c.key()) || c.isCell() && sharing.isWhole(c.base()));
  }

  /** The value of a read whose observed value is given. */
  Val read(ThreadState t, Cell c, Val observed) {
    String at = t.position();
    index(t, c, at);
    if (!isShared(c)) {
      remember(c, observed.bits());
      if (c.sort() == Sort.REF && observed.bits() == 0) {
        t.readNull(c, out.b.eventCount(), at);
      }
      Val known = confined.get(c.key());
      if (known == null) {
        return observed;
      }
      if (known.bits() == observed.bits()) {
        return known;
      }
      out.stats.inconsistent("value written by code that is not woven");
      confined.remove(c.key());
      return out.unknown(c.sort(), observed.bits(), "hidden write to " + described(c));
    }
    boolean own = delays.newest(t.number, c.key(), observed.bits());
    if (!own && !agrees(c, observed.bits())) {
      return out.unknown(c.sort(), observed.bits(), "hidden write to " + described(c));
    }
    int location = location(c, own ? null : observed.bits());
    if (t.isCut()) {
      return observed;
    }
    boolean element = c.isCell() && sharing.isWhole(c.base());
    int e =
        element
            ? out.b.read(t.number, location, out.expr(indexOf(c)))
            : out.b.read(t.number, location);
    out.placed(e, t, at);
    note(e, c, element);
    out.observed(e, observed.bits());
    return value(e, c, observed.bits());
  }

  private void note(int event, Cell c, boolean element) {
    if (element) {
      out.element(event, c.observedIndex());
    }
  }

  private Val value(int event, Cell c, long bits) {
    int expr = out.b.valueOf(event);
    if (c.sort() == Sort.REF) {
      keyOfRead.put(expr, c.key());
    }
    return Val.symbolic(c.sort(), bits, expr);
  }

  void write(ThreadState t, Cell c, Val value) {
    String at = t.position();
    index(t, c, at);
    if (!isShared(c)) {
      remember(c, value.bits());
      if (value.isSymbolic()) {
        confined.put(c.key(), value);
      } else {
        confined.remove(c.key());
      }
      return;
    }
    note(c, value.bits());
    if (sharing.isUntracked(c.key())) {
      return;
    }
    int location = location(c, null);
    delays.wrote(t, c.key(), current.get(c.key()), value.bits());
    current.put(c.key(), value.bits());
    boolean late = delays.isAnnounced(t.number, t.idx);
    if (t.isCut()) {
      delayed(t, late);
      return;
    }
    if (c.order() != Cell.Order.PLAIN) {
      out.fence(t, Fence.RELEASE, at);
    }
    int expr = out.expr(value);
    boolean element = c.isCell() && sharing.isWhole(c.base());
    int e =
        element
            ? out.b.write(t.number, location, out.expr(indexOf(c)), expr)
            : out.b.write(t.number, location, expr);
    out.placed(e, t, at);
    note(e, c, element);
    delays.event(t.number, e);
    out.observedWrite(e, value.bits());
    if (c.order() == Cell.Order.VOLATILE) {
      out.fence(t, Fence.STORE_LOAD, at);
    }
    delayed(t, late);
  }

  private void delayed(ThreadState t, boolean late) {
    if (late) {
      delayed(t);
    }
  }

  /** An atomic read-modify-write; returns the value read. */
  Val update(ThreadState t, Cell c, Val observed, UnaryOperator<Val> change) {
    String at = t.position();
    index(t, c, at);
    if (!isShared(c)) {
      Val old = read(t, c, observed);
      write(t, c, change.apply(old));
      return old;
    }
    if (!agrees(c, observed.bits())) {
      Val old = out.unknown(c.sort(), observed.bits(), "hidden write to " + described(c));
      note(c, change.apply(old).bits());
      return old;
    }
    int location = location(c, observed.bits());
    if (t.isCut()) {
      long bits = change.apply(observed).bits();
      current.put(c.key(), bits);
      note(c, bits);
      return observed;
    }
    Val[] values = new Val[2];
    boolean element = c.isCell() && sharing.isWhole(c.base());
    int index = element ? out.expr(indexOf(c)) : -1;
    int e =
        out.b.rmw(
            t.number,
            location,
            index,
            read -> {
              values[0] = Val.symbolic(c.sort(), observed.bits(), read);
              values[1] = change.apply(values[0]);
              return out.expr(values[1]);
            });
    out.placed(e, t, at);
    note(e, c, element);
    out.observed(e, observed.bits());
    current.put(c.key(), values[1].bits());
    note(c, values[1].bits());
    return value(e, c, observed.bits());
  }

  /** Stores that no other thread has seen when the run ended. */
  List<Integer> invisible() {
    return delays.events();
  }

  /** The thread's newest store is not visible to the others yet. */
  void delayed(ThreadState t) {
    Delays.Store s = delays.delayed(t.number, t.idx);
    if (s != null && s.before() == null) {
      current.remove(s.key());
    } else if (s != null) {
      current.put(s.key(), s.before());
    }
  }

  /** The thread's store at a point has become visible. */
  void visible(ThreadState t, int idx) {
    Delays.Store s = delays.visible(t.number, idx);
    if (s != null) {
      current.put(s.key(), s.bits());
      out.visible(s.event());
    }
  }

  /** What the location holds in this run as far as its recorded writes tell, or null. */
  Long currentBits(Cell c) {
    return current.get(c.key());
  }

  /** Some atomic operations do not tell the value: it is kept for confined atomics too. */
  private void remember(Cell c, long bits) {
    if (c.order() != Cell.Order.PLAIN || c.field() != null && c.field().isVolatile()) {
      current.put(c.key(), bits);
    }
  }

  /** References that a symbolic reference may be when it was read from one place. */
  Set<Long> candidates(Val ref) {
    Long key = keyOfRead.get(ref.expr());
    return key == null ? Set.of() : sharing.candidates(key);
  }

  private void note(Cell c, long bits) {
    if (c.sort() == Sort.REF) {
      sharing.stores(c.key(), bits, Refs.isBox(bits) ? null : refs.type((int) bits));
    }
  }

  /** Whether the location holds what is read; if not, something wrote unseen. */
  private boolean agrees(Cell c, long bits) {
    if (sharing.isUntracked(c.key())) {
      return false;
    }
    Long known = current.get(c.key());
    if (known != null && known != bits) {
      sharing.untrack(c.key());
      return false;
    }
    return true;
  }

  /** An index that depends on shared reads picks a cell of a shared array, else must stay. */
  private void index(ThreadState t, Cell c, String at) {
    if (c.index() == null || !c.index().isSymbolic() || sharing.isWhole(c.base())) {
      return;
    }
    if (sharing.isShared(c.key())) {
      sharing.wholeArray(c.base());
    }
    out.concretize(t, c.index(), at);
  }

  private static Val indexOf(Cell c) {
    return c.index() != null && c.index().isSymbolic() ? c.index() : Val.i32(c.observedIndex());
  }

  private int location(Cell c, Long firstRead) {
    boolean whole = c.isCell() && sharing.isWhole(c.base());
    int location =
        whole
            ? arrays.computeIfAbsent(c.base(), a -> out.b.array(refs.name(a), c.sort()))
            : locations.computeIfAbsent(
                c.key(), k -> out.b.location(c.name(refs), c.sort(), initial(c, firstRead)));
    if (whole && begun.add(c.key())) {
      out.b.cell(location, c.observedIndex(), initial(c, firstRead));
    }
    if (firstRead != null) {
      current.putIfAbsent(c.key(), firstRead);
    }
    return location;
  }

  private int initial(Cell c, Long firstRead) {
    if (firstRead != null) {
      note(c, firstRead);
      return out.x.constant(c.sort(), firstRead);
    }
    boolean zero =
        c.field() != null && c.field().application() || c.base() != 0 && created.contains(c.base());
    return zero
        ? out.x.constant(c.sort(), 0)
        : out.b.unknown("initial " + c.name(refs), c.sort(), null);
  }

  private String described(Cell c) {
    return c.field() == null ? "array" : c.field().owner() + "." + c.field().name();
  }
}
