package dev.heisenbug.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Late stores by {@code lazySet} and its like pass later loads, and never earlier stores. */
class LateAtomicsIT {
  /** What the variables are, and how they are stored to and looked at. */
  enum Variables {
    ATOMICS(
        "static final AtomicInteger X = new AtomicInteger(), Y = new AtomicInteger();",
        "X.lazySet(%d)",
        "X.get()",
        "Y.lazySet(%d)",
        "Y.get()"),
    ATOMIC_ARRAY(
        "static final AtomicIntegerArray XY = new AtomicIntegerArray(2);",
        "XY.lazySet(0, %d)",
        "XY.get(0)",
        "XY.setRelease(1, %d)",
        "XY.getAcquire(1)"),
    UPDATERS(
        """
        volatile int a, b;
        static final Main M = new Main();
        static final AtomicIntegerFieldUpdater<Main>
            X = AtomicIntegerFieldUpdater.newUpdater(Main.class, "a"),
            Y = AtomicIntegerFieldUpdater.newUpdater(Main.class, "b");
        """,
        "X.lazySet(M, %d)",
        "X.get(M)",
        "Y.lazySet(M, %d)",
        "M.b"),
    HANDLES(
        """
        int a;
        static long b;
        static final Main M = new Main();
        static final VarHandle X, Y;
        static {
          try {
            MethodHandles.Lookup l = MethodHandles.lookup();
            X = l.findVarHandle(Main.class, "a", int.class);
            Y = l.findStaticVarHandle(Main.class, "b", long.class);
          } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
          }
        }
        """,
        "X.setRelease(M, %d)",
        "(int) X.getAcquire(M)",
        "Y.setRelease(%dL)",
        "(int) (long) Y.getOpaque()"),
    ELEMENTS(
        """
        static final int[] XY = new int[2];
        static final VarHandle H = MethodHandles.arrayElementVarHandle(int[].class);
        """,
        "H.setRelease(XY, 0, %d)",
        "(int) H.getAcquire(XY, 0)",
        "H.setRelease(XY, 1, %d)",
        "XY[1]");

    private final String declarations;
    private final String setX;
    private final String getX;
    private final String setY;
    private final String getY;

    Variables(String declarations, String setX, String getX, String setY, String getY) {
      this.declarations = declarations;
      this.setX = setX;
      this.getX = getX;
      this.setY = setY;
      this.getY = getY;
    }

    /** Stores are late within a method only, so accesses have no methods of their own. */
    String program() {
      return PROGRAM
          .replace("DECLARATIONS", declarations)
          .replace("X(0)", setX.formatted(0))
          .replace("X(1)", setX.formatted(1))
          .replace("X(2)", setX.formatted(2))
          .replace("X()", getX)
          .replace("Y(0)", setY.formatted(0))
          .replace("Y(1)", setY.formatted(1))
          .replace("Y()", getY);
    }
  }

  private static final String PROGRAM =
      """
      import java.lang.invoke.*;
      import java.util.concurrent.atomic.*;
      public class Main {
        DECLARATIONS
        static int data, r, s;
        static int first() { X(1); return Y(); }
        static int second() { Y(1); return X(); }
        static void send() { data = 1; X(2); }
        static int receive() { return X() == 2 ? data : 1; }
        static void both(Runnable a, Runnable b) throws Exception {
          Thread other = new Thread(a);
          other.start();
          b.run();
          other.join();
        }
        public static void main(String[] args) throws Exception {
          int status = 0;
          for (int i = 0; i < 30; i++) {
            X(0); Y(0);
            both(() -> r = first(), () -> s = second());
            if (r == 0 && s == 0) status |= 1;
            X(0); data = 0;
            both(() -> send(), () -> s = receive());
            if (s == 0) status |= 2;
          }
          System.exit(status);
        }
      }
      """;

  @TempDir Path temp;

  @ParameterizedTest
  @EnumSource
  void theyPassLoadsButNoStores(Variables variables) throws Exception {
    Path classes = Programs.compile(temp, variables.program());
    Set<Integer> seen = new TreeSet<>();
    for (int seed = 1; seed <= 20 && !seen.contains(1); seed++) {
      seen.add(status(classes, seed));
    }
    assertThat(seen).contains(1).isSubsetOf(0, 1);
  }

  private int status(Path classes, int seed) throws Exception {
    RecordOptions options =
        RecordOptions.standard(temp.resolve("out"))
            .withNoise(RecordOptions.Noise.WEAK)
            .withSeed(seed)
            .withLimits(0, 60);
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    RecordResult result = new RecordRunner(options, Programs.command(java, classes), null).run();
    return ((RecordResult.Recorded) result).exitCode();
  }
}
