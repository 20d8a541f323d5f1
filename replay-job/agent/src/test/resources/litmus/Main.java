import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/** Litmus tests: each round runs every test once and notes what its threads saw. */
public final class Main {
  static final class Box {
    int plain;
    Box next;

    Box(int value) {
      plain = value;
    }
  }

  static final class Frozen {
    final int value;
    final int[] elements;

    Frozen(int value) {
      this.value = value;
      elements = new int[] {value};
    }
  }

  static final class State {
    int x;
    int y;
    volatile int vx;
    volatile int vy;
    final AtomicInteger ax = new AtomicInteger();
    final AtomicInteger ay = new AtomicInteger();
    int[] cells = new int[2];
    volatile int z;
    final AtomicIntegerArray atomics = new AtomicIntegerArray(1);
    Box box;
    Frozen frozen;
  }

  interface Body {
    void run(State s, int[] r);
  }

  static final TreeMap<String, Integer> SEEN = new TreeMap<>();

  static void test(String name, int results, Body... bodies) throws InterruptedException {
    State s = new State();
    int[] r = new int[results];
    Thread[] threads = new Thread[bodies.length];
    for (int i = 0; i < threads.length; i++) {
      Body body = bodies[i];
      threads[i] = new Thread(() -> body.run(s, r));
    }
    for (Thread t : threads) {
      t.start();
    }
    for (Thread t : threads) {
      t.join();
    }
    StringBuilder text = new StringBuilder(name);
    for (int value : r) {
      text.append(' ').append(value);
    }
    if (name.equals("2+2W")) {
      text.append(" ").append(s.x).append(' ').append(s.y);
    }
    SEEN.merge(text.toString(), 1, Integer::sum);
  }

  static void sb0(State s, int[] r) {
    s.x = 1;
    r[0] = s.y;
  }

  static void sb1(State s, int[] r) {
    s.y = 1;
    r[1] = s.x;
  }

  static void sbLazy0(State s, int[] r) {
    s.ax.lazySet(1);
    r[0] = s.ay.get();
  }

  static void sbLazy1(State s, int[] r) {
    s.ay.setRelease(1);
    r[1] = s.ax.get();
  }

  static void sbSet0(State s, int[] r) {
    s.ax.set(1);
    r[0] = s.ay.get();
  }

  static void sbSet1(State s, int[] r) {
    s.ay.set(1);
    r[1] = s.ax.get();
  }

  static void mpLazy0(State s, int[] r) {
    s.x = 1;
    s.ay.lazySet(1);
  }

  static void mpOpaque0(State s, int[] r) {
    s.x = 1;
    s.ay.setOpaque(1);
  }

  static void mpLazy1(State s, int[] r) {
    int y = s.ay.get();
    int x = s.x;
    r[0] = y;
    r[1] = x;
  }

  static void mp0(State s, int[] r) {
    s.x = 1;
    s.y = 1;
  }

  static void mp1(State s, int[] r) {
    int y = s.y;
    int x = s.x;
    r[0] = y;
    r[1] = x;
  }

  static void lb0(State s, int[] r) {
    int x = s.x;
    s.y = 1;
    r[0] = x;
  }

  static void lb1(State s, int[] r) {
    int y = s.y;
    s.x = 1;
    r[1] = y;
  }

  static void w0(State s, int[] r) {
    s.x = 1;
    s.y = 2;
  }

  static void w1(State s, int[] r) {
    s.y = 1;
    s.x = 2;
  }

  static void twice(State s, int[] r) {
    s.x = 1;
    s.x = 2;
  }

  static void readTwice(State s, int[] r) {
    int a = s.x;
    int b = s.x;
    r[0] = a;
    r[1] = b;
  }

  static void fwd0(State s, int[] r) {
    s.x = 1;
    int own = s.x;
    int other = s.y;
    r[0] = own;
    r[1] = other;
  }

  static void fwd1(State s, int[] r) {
    s.y = 1;
    int own = s.y;
    int other = s.x;
    r[2] = own;
    r[3] = other;
  }

  static void iriwX(State s, int[] r) {
    s.x = 1;
  }

  static void iriwY(State s, int[] r) {
    s.y = 1;
  }

  static void iriwXy(State s, int[] r) {
    int x = s.x;
    int y = s.y;
    r[0] = x;
    r[1] = y;
  }

  static void iriwYx(State s, int[] r) {
    int y = s.y;
    int x = s.x;
    r[2] = y;
    r[3] = x;
  }

  static void sbVolatile0(State s, int[] r) {
    s.vx = 1;
    r[0] = s.vy;
  }

  static void sbVolatile1(State s, int[] r) {
    s.vy = 1;
    r[1] = s.vx;
  }

  static void sbFence0(State s, int[] r) {
    s.x = 1;
    VarHandle.fullFence();
    r[0] = s.y;
  }

  static void sbFence1(State s, int[] r) {
    s.y = 1;
    VarHandle.fullFence();
    r[1] = s.x;
  }

  static void mpVolatile0(State s, int[] r) {
    s.x = 1;
    s.vy = 1;
  }

  static void mpVolatile1(State s, int[] r) {
    int y = s.vy;
    int x = s.x;
    r[0] = y;
    r[1] = x;
  }

  static void mpFence0(State s, int[] r) {
    s.x = 1;
    VarHandle.storeStoreFence();
    s.y = 1;
  }

  static void mpLock0(State s, int[] r) {
    synchronized (s) {
      s.x = 1;
      s.y = 1;
    }
  }

  static void mpLock1(State s, int[] r) {
    synchronized (s) {
      r[0] = s.y;
      r[1] = s.x;
    }
  }

  static void mpArray0(State s, int[] r) {
    s.cells[0] = 1;
    s.cells[1] = 1;
  }

  static void mpArray1(State s, int[] r) {
    int y = s.cells[1];
    int x = s.cells[0];
    r[0] = y;
    r[1] = x;
  }

  static void publish(State s, int[] r) {
    s.box = new Box(7);
  }

  static void use(State s, int[] r) {
    Box b = s.box;
    r[0] = b == null ? -1 : b.plain;
  }

  static void publishFinal(State s, int[] r) {
    s.frozen = new Frozen(7);
  }

  static void useFinal(State s, int[] r) {
    Frozen f = s.frozen;
    r[0] = f == null ? -1 : f.value;
    r[1] = f == null ? -1 : f.elements[0];
  }

  public static void main(String[] args) throws InterruptedException {
    for (int round = 0; round < Integer.parseInt(args[0]); round++) {
      test("SB", 2, Main::sb0, Main::sb1);
      test("MP", 2, Main::mp0, Main::mp1);
      test("SB+lazy", 2, Main::sbLazy0, Main::sbLazy1);
      test("SB+set", 2, Main::sbSet0, Main::sbSet1);
      test("MP+lazy", 2, Main::mpLazy0, Main::mpLazy1);
      test("MP+opaque", 2, Main::mpOpaque0, Main::mpLazy1);
      test("SB+handle", 2, Indirect::sb0, Indirect::sb1);
      test("SB+handle-volatile", 2, Indirect::sbVolatile0, Indirect::sbVolatile1);
      test("SB+element", 2, Indirect::sbElement0, Indirect::sbElement1);
      test("SB+updater", 2, Indirect::sbUpdater0, Indirect::sbUpdater1);
      test("MP+handle", 2, Indirect::mpRelease, Main::mp1);
      test("MP+handle-opaque", 2, Indirect::mpOpaque, Main::mp1);
      test("LB", 2, Main::lb0, Main::lb1);
      test("2+2W", 0, Main::w0, Main::w1);
      test("CoRR", 2, Main::twice, Main::readTwice);
      test("FWD", 4, Main::fwd0, Main::fwd1);
      test("IRIW", 4, Main::iriwX, Main::iriwY, Main::iriwXy, Main::iriwYx);
      test("SB+volatile", 2, Main::sbVolatile0, Main::sbVolatile1);
      test("SB+fence", 2, Main::sbFence0, Main::sbFence1);
      test("MP+volatile", 2, Main::mpVolatile0, Main::mpVolatile1);
      test("MP+fence", 2, Main::mpFence0, Main::mp1);
      test("MP+lock", 2, Main::mpLock0, Main::mpLock1);
      test("MP+array", 2, Main::mpArray0, Main::mpArray1);
      test("publish", 1, Main::publish, Main::use);
      test("publish+final", 2, Main::publishFinal, Main::useFinal);
    }
    SEEN.keySet().forEach(System.out::println);
  }
}

/** Variables that are reached by handles, an updater and an atomic array. */
final class Indirect {
  private static final AtomicIntegerFieldUpdater<Main.State> Z =
      AtomicIntegerFieldUpdater.newUpdater(Main.State.class, "z");
  private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);
  private static final VarHandle X = field("x");
  private static final VarHandle Y = field("y");

  private Indirect() {}

  private static VarHandle field(String name) {
    try {
      return MethodHandles.lookup().findVarHandle(Main.State.class, name, int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  static void sb0(Main.State s, int[] r) {
    X.setRelease(s, 1);
    r[0] = (int) Y.getAcquire(s);
  }

  static void sb1(Main.State s, int[] r) {
    Y.setOpaque(s, 1);
    r[1] = (int) X.get(s);
  }

  static void sbVolatile0(Main.State s, int[] r) {
    X.setVolatile(s, 1);
    r[0] = (int) Y.getVolatile(s);
  }

  static void sbVolatile1(Main.State s, int[] r) {
    Y.setVolatile(s, 1);
    r[1] = (int) X.getVolatile(s);
  }

  static void sbElement0(Main.State s, int[] r) {
    ELEMENT.setRelease(s.cells, 0, 1);
    r[0] = s.atomics.getAcquire(0);
  }

  static void sbElement1(Main.State s, int[] r) {
    s.atomics.lazySet(0, 1);
    r[1] = (int) ELEMENT.getAcquire(s.cells, 0);
  }

  static void sbUpdater1(Main.State s, int[] r) {
    Z.lazySet(s, 1);
    r[1] = (int) X.get(s);
  }

  static void sbUpdater0(Main.State s, int[] r) {
    X.setRelease(s, 1);
    r[0] = Z.get(s);
  }

  static void mpRelease(Main.State s, int[] r) {
    s.x = 1;
    Y.setRelease(s, 1);
  }

  static void mpOpaque(Main.State s, int[] r) {
    s.x = 1;
    Y.setOpaque(s, 1);
  }
}
