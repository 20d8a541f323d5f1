package dev.heisenbug.control.rt;

/** Hooks where classes are initialised. */
public final class Initialising {
  private Initialising() {}

  /** Before code that may initialise this class, or only one of its superclasses. */
  public static void using(Class<?> c, int site) {
    using(c, site, false);
  }

  /** Before code that initialises this class unless that has been done. */
  public static void initialising(Class<?> c, int site) {
    using(c, site, true);
  }

  private static void using(Class<?> c, int site, boolean itself) {
    if (Classes.initialised(c)) {
      return;
    }
    CThread t = Ctl.current();
    if (t == null) {
      return;
    }
    if (Ctl.SCHED.current != t) {
      Ctl.SCHED.enter(t);
    }
    Buffers.drain(t);
    // No point: who comes first differs from order to order, and counters must not.
    if (ClassInits.begins(t, c)) {
      Ctl.SCHED.stopBeforeInit(t, site);
    }
    if (itself) {
      ClassInits.take(t, c);
    } else {
      ClassInits.awaitAll(t, c);
    }
    Sync.log(t, Sync.CLASS_INIT, c, site);
  }

  /** The same for a class that is given by name, as the class that asks for it sees it. */
  public static void usingByName(String name, Class<?> asking, int site) {
    CThread t = Ctl.current();
    if (t == null || name == null) {
      return;
    }
    Class<?> c;
    try {
      c = Class.forName(name, false, asking.getClassLoader());
    } catch (ClassNotFoundException | LinkageError e) {
      // The program's own call says so.
      return;
    }
    initialising(c, site);
  }

  /** At the entry of a class initialiser. */
  public static void classInit(Class<?> c) {
    CThread t = Ctl.current();
    if (t != null) {
      ClassInits.entered(t, c);
    }
  }

  /** At every exit of a class initialiser. */
  public static void classInitDone(Class<?> c) {
    CThread t = Ctl.current();
    if (t != null) {
      if (Ctl.SCHED.current == t) {
        Buffers.drain(t);
      }
      ClassInits.left(t, c);
      Sync.log(t, Sync.CLASS_INIT_DONE, c, Site.CLINIT);
    }
  }
}
