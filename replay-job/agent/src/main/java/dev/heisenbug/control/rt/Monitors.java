package dev.heisenbug.control.rt;

/** The monitors that controlled threads own or wait for, by object identity. */
final class Monitors {
  private final IdentityTable<Monitor> table = new IdentityTable<>();

  Monitor of(Object o) {
    Monitor m = table.get(o);
    if (m == null) {
      m = new Monitor();
      table.put(o, m);
    }
    return m;
  }

  Monitor peek(Object o) {
    return table.get(o);
  }

  boolean freeFor(CThread t, Object o) {
    Monitor m = table.get(o);
    return m == null || m.freeFor(t);
  }

  void forgetIfUnused(Object o, Monitor m) {
    if (m.unused()) {
      table.remove(o);
    }
  }
}
