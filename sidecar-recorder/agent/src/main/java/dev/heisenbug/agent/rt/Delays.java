package dev.heisenbug.agent.rt;

/**
 * Executes plain stores late and out of order, as a processor or compiler that keeps only the Java
 * memory model's promises may; does nothing unless asked for.
 *
 * <p>Stores of one thread to one variable stay in order. A thread that reads a variable has
 * executed its own stores to it before. Everything is in memory before the thread synchronises,
 * calls code that is not woven, or returns from the method.
 */
public final class Delays {
  private static final int CAPACITY = 32;
  private static final int READS_BEFORE_DRAIN = 64;

  /** After every so many stores there is a pause; the seed chooses. */
  private static final int[] PAUSES_ONE_IN = {6, 2, 6, 3};

  private static final int SHORT_NANOS = 50_000;
  private static final int LONG_NANOS = 500_000;
  private static final long PAUSES_NANOS = 400_000_000L;
  private static long seed;

  private static final ThreadLocal<Delays> MINE = new ThreadLocal<>();

  private final LateStore[] stores = new LateStore[CAPACITY];
  private final int oneIn;
  private final int pauseOneIn;

  /** Whether a pause lasts until others have moved and come to rest, and not for a fixed time. */
  private final boolean meets;

  private int size;
  private int reads;
  private long state;
  private long paused;

  private Delays(int serial) {
    state = (seed * 0x9E3779B97F4A7C15L ^ serial * 0xD1342543DE82EF95L) | 1;
    long run = seed & Long.MAX_VALUE;
    int[] shares = {1, 2, 2, 4, 16};
    oneIn = shares[(int) (run % shares.length)];
    // Runs with late stores may be those with an even number only.
    meets = (run >> 1 & 1) == 0;
    pauseOneIn = PAUSES_ONE_IN[(int) ((run >> 2) % PAUSES_ONE_IN.length)];
  }

  public static void configure(long newSeed) {
    seed = newSeed;
  }

  private static Delays mine() {
    Delays d = MINE.get();
    if (d == null) {
      d = new Delays(Recorder.log().serial);
      MINE.set(d);
      if (d.below(2) == 0) {
        // Threads that are started together rarely meet in what the first does late.
        d.pause(LONG_NANOS);
      }
    }
    return d;
  }

  private int below(int n) {
    state ^= state << 13;
    state ^= state >>> 7;
    state ^= state << 17;
    return (int) ((state >>> 33) % n);
  }

  private void add(LateStore s, boolean now) {
    Meeting.moved();
    if (now) {
      drainAll();
      s.execute();
    } else if (below(oneIn) > 0 && !waits(s) && !(s.releases && size > 0)) {
      s.execute();
    } else {
      if (size == CAPACITY) {
        execute(0);
      }
      stores[size++] = s;
    }
    if (below(pauseOneIn) == 0) {
      pause(below(2) == 0 ? SHORT_NANOS : LONG_NANOS);
    }
  }

  private boolean waits(LateStore s) {
    for (int i = 0; i < size; i++) {
      if (stores[i].sameAs(s)) {
        return true;
      }
    }
    return false;
  }

  private void execute(int i) {
    LateStore s = stores[i];
    size--;
    System.arraycopy(stores, i + 1, stores, i, size - i);
    stores[size] = null;
    s.execute();
  }

  /** Executes a store, and those before it if it releases them; returns the last index passed. */
  private int executeInOrder(int i) {
    if (!stores[i].releases) {
      execute(i);
      return i - 1;
    }
    for (int k = 0; k <= i; k++) {
      execute(0);
    }
    return -1;
  }

  /**
   * In any order that keeps stores to one variable in theirs, with pauses for others to come by:
   * rather before the last, for most failures need one store that comes late.
   */
  private void drainAll() {
    reads = 0;
    while (size > 0) {
      int i = below(size);
      for (int k = 0; k < i; k++) {
        if (stores[k].sameAs(stores[i])) {
          i = k;
        }
      }
      i = stores[i].releases ? 0 : i;
      if (size == 1 ? below(4) > 0 : below(4) == 0) {
        pause(size == 1 ? LONG_NANOS : SHORT_NANOS);
      }
      execute(i);
    }
  }

  private void pause(int shortest) {
    if (paused > PAUSES_NANOS) {
      return;
    }
    // What others need to come by differs by orders of magnitude.
    int nanos = (shortest << below(6)) + below(shortest);
    long begun = System.nanoTime();
    if (meets) {
      Meeting.await(Recorder.log(), begun, nanos, Meeting.SOON);
    } else {
      Noise.sleep(Recorder.log(), nanos);
    }
    paused += System.nanoTime() - begun;
  }

  /** Before anything that other threads or other code may see the effects of. */
  public static void drain() {
    Delays d = MINE.get();
    if (d != null && d.size > 0) {
      d.drainAll();
    }
  }

  /** Before a field is read; {@code base} is null for a static one. */
  public static void get(Object base, String name) {
    Delays d = mine();
    Meeting.moved();
    if (d.size == 0) {
      return;
    }
    d.waiting();
    for (int i = 0; i < d.size; i++) {
      if (d.stores[i].at(base, name)) {
        i = d.executeInOrder(i);
      }
    }
  }

  /** Before an array element is read. */
  public static void get(Object array, int index) {
    Delays d = mine();
    Meeting.moved();
    if (d.size == 0) {
      return;
    }
    d.waiting();
    for (int i = 0; i < d.size; i++) {
      if (d.stores[i].at(array, index)) {
        i = d.executeInOrder(i);
      }
    }
  }

  /** Whoever reads on and on may be waiting for one that waits for these stores. */
  private void waiting() {
    if (++reads > READS_BEFORE_DRAIN) {
      drainAll();
    }
  }

  private static void put(Object base, Class<?> owner, String name, long bits, Object ref) {
    Slot slot = Slot.of(owner, name);
    mine().add(new LateStore(base, name, 0, slot, bits, ref, false), slot.isVolatile);
  }

  /** Instead of a store of an {@code int} or smaller. */
  public static void put(Object base, int v, Class<?> owner, String name) {
    put(base, owner, name, v, null);
  }

  /** Instead of a store of a {@code long}. */
  public static void put(Object base, long v, Class<?> owner, String name) {
    put(base, owner, name, v, null);
  }

  /** Instead of a store of a {@code float}. */
  public static void put(Object base, float v, Class<?> owner, String name) {
    put(base, owner, name, Float.floatToRawIntBits(v), null);
  }

  /** Instead of a store of a {@code double}. */
  public static void put(Object base, double v, Class<?> owner, String name) {
    put(base, owner, name, Double.doubleToRawLongBits(v), null);
  }

  /** Instead of a store of a reference. */
  public static void put(Object base, Object v, Class<?> owner, String name) {
    put(base, owner, name, 0, v);
  }

  private static void atomic(
      Object base, Class<?> owner, String name, long bits, Object ref, boolean releases) {
    Slot slot = Slot.of(owner, name);
    mine().add(new LateStore(base, name, 0, slot, bits, ref, releases), false);
  }

  /** Instead of a store to an atomic of {@code int} or {@code boolean} by {@code lazySet}. */
  public static void release(Object base, int v, Class<?> owner, String name) {
    atomic(base, owner, name, v, null, true);
  }

  /** The same of {@code long}. */
  public static void release(Object base, long v, Class<?> owner, String name) {
    atomic(base, owner, name, v, null, true);
  }

  /** The same of a reference. */
  public static void release(Object base, Object v, Class<?> owner, String name) {
    atomic(base, owner, name, 0, v, true);
  }

  /** Instead of a store to an atomic of {@code int} or {@code boolean} by {@code setOpaque}. */
  public static void loose(Object base, int v, Class<?> owner, String name) {
    atomic(base, owner, name, v, null, false);
  }

  /** The same of {@code long}. */
  public static void loose(Object base, long v, Class<?> owner, String name) {
    atomic(base, owner, name, v, null, false);
  }

  /** The same of a reference. */
  public static void loose(Object base, Object v, Class<?> owner, String name) {
    atomic(base, owner, name, 0, v, false);
  }

  /** A store that may be late, and may be behind later ones. */
  static void add(LateStore store) {
    mine().add(store, false);
  }

  private static void element(Object array, int index, long bits, Object ref) {
    mine().add(new LateStore(array, null, index, null, bits, ref, false), false);
  }

  /** Instead of a store of an {@code int} or smaller to an array; the element exists. */
  public static void put(Object array, int index, int v) {
    element(array, index, v, null);
  }

  /** Instead of a store of a {@code long} to an array. */
  public static void put(Object array, int index, long v) {
    element(array, index, v, null);
  }

  /** Instead of a store of a {@code float} to an array. */
  public static void put(Object array, int index, float v) {
    element(array, index, Float.floatToRawIntBits(v), null);
  }

  /** Instead of a store of a {@code double} to an array. */
  public static void put(Object array, int index, double v) {
    element(array, index, Double.doubleToRawLongBits(v), null);
  }

  /** Instead of a store of a reference to an array. */
  public static void put(Object array, int index, Object v) {
    if (v != null && !array.getClass().getComponentType().isInstance(v)) {
      throw new ArrayStoreException(v.getClass().getName());
    }
    element(array, index, 0, v);
  }
}
