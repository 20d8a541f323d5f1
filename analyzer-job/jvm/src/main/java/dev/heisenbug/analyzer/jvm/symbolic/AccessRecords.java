package dev.heisenbug.analyzer.jvm.symbolic;

import dev.heisenbug.analyzer.jvm.runlog.RecordType;
import dev.heisenbug.analyzer.jvm.runlog.RunLog;
import dev.heisenbug.formats.trace.Sort;

/** Handles records of field and array accesses. */
final class AccessRecords {
  private final Session s;
  private final RunLog log;
  private final Place place;

  AccessRecords(Session s, Place place) {
    this.s = s;
    this.log = s.log;
    this.place = place;
  }

  void record(ThreadState t) {
    Frame f = place.at(t, log.site, -1);
    switch (log.type) {
      case RecordType.GET -> get(t, f);
      case RecordType.PUT -> put(t, f);
      case RecordType.ALOAD -> load(t, f);
      default -> store(t, f);
    }
    if (f != null) {
      f.pc++;
    }
  }

  private void base(ThreadState t, Frame f, FieldInfo field, Val base) {
    if (log.base == 0) {
      s.sync.uses(t, field.owner());
    } else if (f != null) {
      s.guards.used(t, s.reconcile(t, base, Sort.REF, log.base));
    }
  }

  private void get(ThreadState t, Frame f) {
    FieldInfo field = s.classes.field(log.site);
    if (field == null) {
      s.stats.inconsistent("access without field");
      return;
    }
    boolean isStatic = log.base == 0;
    base(t, f, field, f == null || isStatic ? null : f.pop());
    Val v = s.memory.read(t, Cell.of(log.base, field), s.observed(field.sort(), log.value));
    if (f != null) {
      f.push(v);
    }
  }

  private void put(ThreadState t, Frame f) {
    FieldInfo field = s.classes.field(log.site);
    if (field == null) {
      s.stats.inconsistent("access without field");
      return;
    }
    Val value = f == null ? null : f.pop();
    boolean isStatic = log.base == 0;
    base(t, f, field, f == null || isStatic ? null : f.pop());
    Val stored = s.reconcile(t, value, field.sort(), log.value);
    Val kept = s.arith.narrow(field.desc().charAt(0), stored);
    s.memory.write(t, Cell.of(log.base, field), kept);
  }

  private Val element(ThreadState t, Val array, Val index) {
    Val i = s.reconcile(t, index, Sort.I32, log.index);
    s.guards.used(t, s.reconcile(t, array, Sort.REF, log.base));
    s.guards.inBounds(t, i, s.log.objects().length(log.base));
    return i;
  }

  private void load(ThreadState t, Frame f) {
    Sort sort = Sorts.ofTypeByte(log.valueType);
    Val index = f == null ? null : f.pop();
    Val i = f == null ? null : element(t, f.pop(), index);
    Val v = s.memory.read(t, Cell.of(log.base, i, log.index, sort), s.observed(sort, log.value));
    if (f != null) {
      f.push(v);
    }
  }

  private void store(ThreadState t, Frame f) {
    Sort sort = Sorts.ofTypeByte(log.valueType);
    Val value = f == null ? null : f.pop();
    Val index = f == null ? null : f.pop();
    Val i = f == null ? null : element(t, f.pop(), index);
    Val stored = s.reconcile(t, value, sort, log.value);
    char type = Sorts.element(log.objects().className(log.base)).charAt(0);
    s.memory.write(t, Cell.of(log.base, i, log.index, sort), s.arith.narrow(type, stored));
  }

  /** An array copy: all reads, then all writes, as one group. */
  void bulk(ThreadState t) {
    Frame f = place.at(t, log.site, -1);
    if (f != null && f.call != null && f.call.args.length == 5) {
      Val[] a = f.call.args;
      s.guards.used(t, s.reconcile(t, a[0], Sort.REF, log.base));
      s.guards.used(t, s.reconcile(t, a[2], Sort.REF, log.target));
      for (int i : new int[] {1, 3, 4}) {
        s.out.concretize(t, a[i], t.position());
      }
    }
    if (!log.hasBulkValues) {
      s.stats.unknown("long array copy");
      return;
    }
    Sort sort = Sorts.ofTypeByte(log.valueType);
    Val[] values = new Val[log.length];
    s.out.b.beginGroup();
    for (int i = 0; i < values.length; i++) {
      Cell c = Cell.of(log.base, null, log.index + i, sort);
      values[i] = s.memory.read(t, c, s.observed(sort, log.bulk(i)));
    }
    for (int i = 0; i < values.length; i++) {
      s.memory.write(t, Cell.of(log.target, null, log.targetIndex + i, sort), values[i]);
    }
    s.out.b.endGroup();
  }
}
