package dev.heisenbug.control.rt;

/**
 * Which thread runs which class initialiser, so that two threads never meet in the JVM's lock.
 *
 * <p>The JVM takes a class before it initialises the superclass: a thread that waits for the
 * superclass has the subclass already. So a class is taken before the instruction that initialises
 * it; whether it has an initialiser of its own or not, the thread has it until it is initialised.
 */
final class ClassInits {
  private static final IdentityTable<Taken> TAKEN = new IdentityTable<>();

  /** A class in the hands of a thread. */
  private static final class Taken {
    final CThread by;

    /** How many initialisers the thread was in when it took the class; -1 in the class's own. */
    final int depth;

    Taken(CThread by, int depth) {
      this.by = by;
      this.depth = depth;
    }

    /** An initialisation that has failed further up leaves a class that nobody has any more. */
    boolean holds() {
      return depth < 0 || by.takesClasses || by.initDepth > depth;
    }
  }

  private ClassInits() {}

  /** Before the instruction that initialises a class and, behind it, its superclasses. */
  static void take(CThread t, Class<?> c) {
    t.takesClasses = true;
    for (Class<?> k = c; k != null && !Classes.initialised(k); k = k.getSuperclass()) {
      await(t, k);
      if (holder(k) == null && !Classes.initialised(k)) {
        TAKEN.put(k, new Taken(t, t.initDepth));
      }
    }
    t.takesClasses = false;
  }

  /** Before an instruction that initialises the class or only one of its superclasses. */
  static void awaitAll(CThread t, Class<?> c) {
    for (Class<?> k = c; k != null; k = k.getSuperclass()) {
      await(t, k);
    }
  }

  private static void await(CThread t, Class<?> c) {
    while (!freeFor(t, c)) {
      Ctl.SCHED.block(t, Block.CLINIT, c, -1);
    }
  }

  static void entered(CThread t, Class<?> c) {
    t.initDepth++;
    TAKEN.put(c, new Taken(t, -1));
  }

  static void left(CThread t, Class<?> c) {
    t.initDepth = Math.max(0, t.initDepth - 1);
    TAKEN.remove(c);
  }

  /** Whether {@code t} could use {@code c} now without waiting for another thread. */
  static boolean freeFor(CThread t, Class<?> c) {
    CThread holder = holder(c);
    return holder == null || holder == t;
  }

  /** Whether it is {@code t} that would begin to initialise {@code c}, without waiting first. */
  static boolean begins(CThread t, Class<?> c) {
    CThread owner = owner(c);
    return owner == null || owner == t && holder(c) == null;
  }

  static CThread owner(Class<?> c) {
    for (Class<?> k = c; k != null; k = k.getSuperclass()) {
      CThread holder = holder(k);
      if (holder != null) {
        return holder;
      }
    }
    return null;
  }

  private static CThread holder(Class<?> c) {
    Taken taken = TAKEN.size() == 0 ? null : TAKEN.get(c);
    if (taken == null) {
      return null;
    }
    if (!taken.holds() || Classes.initialised(c)) {
      TAKEN.remove(c);
      return null;
    }
    return taken.by;
  }
}
