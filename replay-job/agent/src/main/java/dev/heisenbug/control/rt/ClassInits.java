package dev.heisenbug.control.rt;

/** Which thread runs which class initialiser, so that two threads never meet in the JVM's lock. */
final class ClassInits {
  private static final IdentityTable<CThread> RUNNING = new IdentityTable<>();

  private ClassInits() {}

  static void entered(CThread t, Class<?> c) {
    RUNNING.put(c, t);
  }

  static void left(Class<?> c) {
    RUNNING.remove(c);
  }

  /** Whether {@code t} could use {@code c} now without waiting for another thread. */
  static boolean freeFor(CThread t, Class<?> c) {
    if (RUNNING.size() == 0) {
      return true;
    }
    for (Class<?> k = c; k != null; k = k.getSuperclass()) {
      CThread owner = RUNNING.get(k);
      if (owner != null && owner != t) {
        return false;
      }
    }
    return true;
  }

  static CThread owner(Class<?> c) {
    for (Class<?> k = c; k != null; k = k.getSuperclass()) {
      CThread owner = RUNNING.get(k);
      if (owner != null) {
        return owner;
      }
    }
    return null;
  }
}
