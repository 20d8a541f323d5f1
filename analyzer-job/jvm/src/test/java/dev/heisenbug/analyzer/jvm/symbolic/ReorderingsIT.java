package dev.heisenbug.analyzer.jvm.symbolic;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a weak memory model could reorder is told from races that are the same under all. */
class ReorderingsIT {
  private static final String PROGRAM =
      """
      import java.util.concurrent.atomic.AtomicInteger;
      public class Main {
        static int x;
        static int y;
        static volatile int fence;
        static final AtomicInteger a = new AtomicInteger();
        static final AtomicInteger b = new AtomicInteger();
        static int seen;
        public static void main(String[] args) throws Exception {
          Thread one = new Thread(() -> { %s });
          Thread two = new Thread(() -> { %s });
          one.start();
          two.start();
          one.join();
          two.join();
        }
      }
      """;

  @TempDir Path temp;

  @Test
  void aLostUpdateIsTheSameUnderEveryModel() throws IOException {
    assertThat(of("x++; x++;", "x++;")).isEqualTo(new Reorderings(false, false));
  }

  @Test
  void aStoreMayBecomeVisibleAfterALaterLoad() throws IOException {
    assertThat(of("x = 1; int l = y;", "y = 1; int l = x;"))
        .isEqualTo(new Reorderings(true, false));
  }

  @Test
  void aStoreMayBecomeVisibleAfterALaterStore() throws IOException {
    assertThat(of("x = 1; y = 1;", "int l = y + x;")).isEqualTo(new Reorderings(false, true));
  }

  @Test
  void aVolatileStoreBetweenThemKeepsTheOrder() throws IOException {
    assertThat(of("x = 1; fence = 1; y = 1;", "int l = y + x;"))
        .isEqualTo(new Reorderings(false, false));
  }

  @Test
  void aLazyStoreMayBecomeVisibleAfterALaterLoad() throws IOException {
    assertThat(of("a.lazySet(1); int l = b.get();", "b.lazySet(1); int l = a.get();"))
        .isEqualTo(new Reorderings(true, false));
  }

  @Test
  void anyOtherStoreToAnAtomicDoesNot() throws IOException {
    assertThat(of("a.set(1); int l = b.get();", "b.set(1); int l = a.get();"))
        .isEqualTo(new Reorderings(false, false));
  }

  @Test
  void filesThatCannotBeReadExcludeNothing() {
    assertThat(Reorderings.in(temp.resolve("none"))).isEqualTo(new Reorderings(true, true));
  }

  private Reorderings of(String first, String second) throws IOException {
    Path source = Files.writeString(temp.resolve("Main.java"), PROGRAM.formatted(first, second));
    Path classes = new TestProgram("order", source).compile(temp.resolve("classes"));
    Path dir = temp.resolve("run");
    ControlledRun.random(ControlledRun.JDK_25, classes, dir, 1);
    return Reorderings.in(dir);
  }
}
