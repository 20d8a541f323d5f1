package dev.heisenbug.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Late stores by {@code lazySet} pass later loads, and never earlier stores. */
class LateAtomicsIT {
  private static final String PROGRAM =
      """
      import java.util.concurrent.atomic.AtomicInteger;
      public class Main {
        static final AtomicInteger x = new AtomicInteger(), y = new AtomicInteger();
        static int data, r, s;
        static int first() { x.lazySet(1); return y.get(); }
        static int second() { y.lazySet(1); return x.get(); }
        static void send() { data = 1; x.lazySet(2); }
        static int receive() { return x.get() == 2 ? data : 1; }
        static void both(Runnable a, Runnable b) throws Exception {
          Thread other = new Thread(a);
          other.start();
          b.run();
          other.join();
        }
        public static void main(String[] args) throws Exception {
          int status = 0;
          for (int i = 0; i < 30; i++) {
            x.set(0); y.set(0);
            both(() -> r = first(), () -> s = second());
            if (r == 0 && s == 0) status |= 1;
            x.set(0); data = 0;
            both(() -> send(), () -> s = receive());
            if (s == 0) status |= 2;
          }
          System.exit(status);
        }
      }
      """;

  @TempDir Path temp;

  @Test
  void theyPassLoadsButNoStores() throws Exception {
    Path classes = Programs.compile(temp, PROGRAM);
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
