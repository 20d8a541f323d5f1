package dev.heisenbug.control.rt;

import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Makes identity hashes the same in every run: they decide the order of hash tables.
 *
 * <p>HotSpot draws them from a generator that every thread has for itself, at a place in the JVM's
 * own description of the thread. Only the generator's first word differs from thread to thread and
 * from run to run. A controlled thread gets one that its place in the creation tree decides, so
 * that what it draws depends on its own execution alone, whatever other threads, the JVM or code of
 * ours draw meanwhile. The JDK's code draws now and then what it does not draw in another run:
 * wherever woven code asks for a hash the thread's generator begins anew, by the number of
 * questions so far, so that no such draw shifts the program's. Classes, modules and the JVM's
 * threads get their hashes by name, since who asks for them first depends on who needed them first.
 *
 * <p>Where the generator is not found, in another JVM, say, nothing is done.
 */
public final class Hashes {
  /** What HotSpot's generators begin with, around the word that differs. */
  private static final int W = 273326509;

  private static final int Y = 842502087;
  private static final int Z = 0x8767;

  /** So far into a thread's description is it looked for, a word at a time. */
  private static final int SPAN = 1536;

  private static final int PROBES = 3;
  private static final int WORD = 4;
  private static final long LOW = 0xFFFFFFFFL;
  private static final int SPREAD = 0x9E3779B9;
  private static final int STRIDE = 0x85EBCA6B;

  private static MethodHandle read;
  private static MethodHandle write;
  private static MethodHandle description;
  private static MethodHandle carrier;

  /** Where the generator is in a thread's description; 0 if it was not found. */
  private static long place;

  /** Mixed into all seeds: another one gives other hashes throughout. */
  private static int beginning;

  private Hashes() {}

  /** All hashes are to come from another beginning; called before any object gets one. */
  static void beginWith(int other) {
    beginning = other;
  }

  /** The beginning that was asked for; 0 is the usual one. */
  static int beginning() {
    return beginning;
  }

  /** Finds the generator; the agent has opened the JDK's packages before. */
  public static void bind() throws InterruptedException {
    try {
      find();
    } catch (ReflectiveOperationException e) {
      return;
    }
    // New threads: nothing was drawn from their generators, but by what is done for the first time.
    for (int i = 0; place == 0 && i < PROBES; i++) {
      Thread probe = new Thread(Hashes::probe, "heisenbug-hashes");
      probe.start();
      probe.join();
    }
  }

  private static void find() throws ReflectiveOperationException {
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    Object unsafe = Classes.unsafe();
    Class<?> type = unsafe.getClass();
    read =
        lookup
            .findVirtual(type, "getLong", MethodType.methodType(long.class, long.class))
            .bindTo(unsafe);
    write =
        lookup
            .findVirtual(type, "putLong", MethodType.methodType(void.class, long.class, long.class))
            .bindTo(unsafe);
    MethodHandle offset =
        lookup.findVirtual(
            type,
            "objectFieldOffset",
            MethodType.methodType(long.class, Class.class, String.class));
    MethodHandle field =
        lookup
            .findVirtual(
                type, "getLong", MethodType.methodType(long.class, Object.class, long.class))
            .bindTo(unsafe);
    long eetop;
    try {
      eetop = (long) offset.invoke(unsafe, Thread.class, "eetop");
    } catch (Throwable e) {
      throw new ReflectiveOperationException(e);
    }
    description = MethodHandles.insertArguments(field, 1, eetop);
    carrier = Classes.currentCarrier();
  }

  private static void probe() {
    try {
      long thread = (long) description.invokeExact((Object) Thread.currentThread());
      for (long at = WORD; thread != 0 && at < SPAN; at += WORD) {
        long first = (long) read.invokeExact(thread + at);
        if ((int) first == W && (long) read.invokeExact(thread + at + Long.BYTES) == rest()) {
          place = at;
          if (!works(thread)) {
            place = 0;
          }
          return;
        }
      }
    } catch (Throwable e) {
      place = 0;
    }
  }

  /** Whether hashes really come from there: the same beginning gives the same hashes. */
  private static boolean works(long thread) {
    seed(thread, 1);
    int one = System.identityHashCode(new Object());
    seed(thread, 2);
    int two = System.identityHashCode(new Object());
    seed(thread, 1);
    return System.identityHashCode(new Object()) == one && one != two;
  }

  private static long rest() {
    return Y & LOW | (long) Z << 32;
  }

  /** A generator's two halves at its beginning: the first depends on the seed. */
  private static long first(int seed) {
    return W & LOW | (long) ((seed ^ beginning * STRIDE) * SPREAD) << 32;
  }

  /**
   * Before woven code asks {@code o} for its hash: what it draws, if it draws, is decided by how
   * often the thread has asked.
   */
  public static void renew(Object o, CThread t) {
    if (t == null || o == null || o instanceof String) {
      return;
    }
    renew(t);
  }

  /**
   * The same before a library call that may ask for hashes, before the books are looked up of who
   * owns a monitor, which are kept by hash, and wherever the JDK's own code synchronises.
   */
  static void renew(CThread t) {
    if (place != 0 && t.drawsHashes && t.bypass == 0) {
      begin(t, t.id.hashCode() + ++t.hashQuestions * STRIDE);
    }
  }

  /**
   * The same before an object is logged, by the number that it gets if it is new: the log knows
   * objects by hash, too.
   */
  static void logging(CThread t, int number) {
    if (place != 0 && t != null && t.drawsHashes) {
      begin(t, ~number * STRIDE);
    }
  }

  private static void begin(CThread t, int seed) {
    t.bypass++;
    if (t.description == 0 || t.isVirtual) {
      t.description = thread();
    }
    if (t.description != 0) {
      seed(t.description, seed);
    }
    t.bypass--;
  }

  private static void seed(long thread, int seed) {
    write(thread, first(seed), rest());
  }

  private static void write(long thread, long one, long two) {
    try {
      write.invokeExact(thread + place, one);
      write.invokeExact(thread + place + Long.BYTES, two);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /** The JVM's description of the calling thread, or of the one that carries it; 0 if unknown. */
  private static long thread() {
    try {
      Object thread =
          carrier == null ? Thread.currentThread() : (Object) (Thread) carrier.invokeExact();
      return place == 0 ? 0 : (long) description.invokeExact(thread);
    } catch (Throwable e) {
      return 0;
    }
  }

  /**
   * The calling thread is about to wait for a lock of ours or its turn: a virtual one may go on
   * elsewhere.
   */
  static void leave(CThread t) {
    if (t.isVirtual) {
      save(t);
    }
  }

  /** The counterpart of {@link #leave}: it draws where it left off. */
  static void enter(CThread t) {
    if (t.isVirtual) {
      restore(t);
    }
  }

  /** What the calling thread draws until {@link #restore} does not count. */
  static void save(CThread t) {
    long thread = t.drawsHashes ? thread() : 0;
    if (thread != 0) {
      try {
        t.hashesOne = (long) read.invokeExact(thread + place);
        t.hashesTwo = (long) read.invokeExact(thread + place + Long.BYTES);
      } catch (Throwable e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** The counterpart of {@link #save}. */
  static void restore(CThread t) {
    long thread = t.drawsHashes ? thread() : 0;
    if (thread != 0) {
      write(thread, t.hashesOne, t.hashesTwo);
    }
  }

  /** The calling thread begins: what it draws from here on depends on nothing but its seed. */
  static void begin(CThread t) {
    t.bypass++;
    t.drawsHashes = true;
    t.hashesOne = first(t.id.hashCode());
    t.hashesTwo = rest();
    restore(t);
    t.bypass--;
  }

  /**
   * Gives a class a hash by its name. Hidden classes have names of their own in every run.
   *
   * <p>Called for every class that the program defines, before it can ask.
   */
  public static void name(Class<?> c) {
    String name = c.getName();
    if (name.indexOf('/') < 0) {
      draw(c, name.hashCode());
    }
  }

  /** Gives an object that has no hash yet one that the seed decides. */
  private static void draw(Object o, int seed) {
    if (place == 0) {
      return;
    }
    CThread t = Ctl.peek();
    if (t != null) {
      t.bypass++;
    }
    long thread = thread();
    try {
      if (thread != 0) {
        long one = (long) read.invokeExact(thread + place);
        long two = (long) read.invokeExact(thread + place + Long.BYTES);
        seed(thread, seed);
        System.identityHashCode(o);
        write(thread, one, two);
      }
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    } finally {
      if (t != null) {
        t.bypass--;
      }
    }
  }

  /** Names everything that is there already. */
  public static void nameAll(Instrumentation inst) {
    for (Class<?> c : inst.getAllLoadedClasses()) {
      name(c);
    }
    for (Module m : ModuleLayer.boot().modules()) {
      draw(m, m.getName().hashCode());
    }
    for (ClassLoader l = ClassLoader.getSystemClassLoader(); l != null; l = l.getParent()) {
      draw(l, String.valueOf(l.getName()).hashCode());
      draw(l.getUnnamedModule(), String.valueOf(l.getName()).hashCode() + 1);
    }
    Thread[] threads = new Thread[Thread.activeCount() + 64];
    ThreadGroup top = Thread.currentThread().getThreadGroup();
    while (top.getParent() != null) {
      draw(top, top.getName().hashCode());
      top = top.getParent();
    }
    draw(top, top.getName().hashCode());
    int count = top.enumerate(threads);
    for (int i = 0; i < count; i++) {
      draw(threads[i], threads[i].getName().hashCode());
    }
  }
}
