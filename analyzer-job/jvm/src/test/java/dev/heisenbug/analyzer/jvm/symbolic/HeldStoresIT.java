package dev.heisenbug.analyzer.jvm.symbolic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.analyzer.jvm.symbolic.SharedSites.Place;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One store out of thousands is held back where it is told to be, and only where models let it. */
class HeldStoresIT {
  private static final String PROGRAM =
      """
      import java.lang.invoke.*;
      import java.util.concurrent.atomic.AtomicInteger;
      public class Main {
        DECLARED
        static int ready;
        static int other;
        static void publish() {
          STORE;
          ready = 1;
        }
        public static void main(String[] args) throws Exception {
          Thread reader = new Thread(() -> {
            for (int i = 0; i < 3000; i++) {
              other++;
              if (ready == 1 && LOAD != 7) throw new IllegalStateException("no price");
            }
          });
          reader.start();
          for (int i = 0; i < 2000; i++) {
            other++;
            if (i == 1000) publish();
          }
          reader.join();
        }
      }
      """;

  private static final int SEEDS = 12;

  @TempDir Path temp;
  private Path classes;
  private Place store;

  /** How the program stores a price, and the name of the place at which it does. */
  enum Store {
    FIELD("static int price;", "price = 7", "price", "Main.price:"),
    ATOMIC(
        "static final AtomicInteger PRICE = new AtomicInteger();",
        "PRICE.setOpaque(7)",
        "PRICE.get()",
        "java/util/concurrent/atomic/AtomicInteger.setOpaque("),
    HANDLE(
        """
        int price;
        static final Main MAIN = new Main();
        static final VarHandle PRICE;
        static {
          try {
            PRICE = MethodHandles.lookup().findVarHandle(Main.class, "price", int.class);
          } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
          }
        }
        """,
        "PRICE.setOpaque(MAIN, 7)",
        "(int) PRICE.getOpaque(MAIN)",
        "java/lang/invoke/VarHandle.setOpaque(");

    private final String declared;
    private final String store;
    private final String load;
    private final String place;

    Store(String declared, String store, String load, String place) {
      this.declared = declared;
      this.store = store;
      this.load = load;
      this.place = place;
    }

    String program() {
      return PROGRAM.replace("DECLARED", declared).replace("STORE", store).replace("LOAD", load);
    }
  }

  private void compile(Store how) throws IOException {
    Path source = Files.writeString(temp.resolve("Main.java"), how.program());
    classes = new TestProgram("held", source).compile(temp.resolve("classes"));
    Path dir = temp.resolve("survey");
    ControlledRun.random(ControlledRun.JDK_25, classes, dir, 4);
    store =
        SharedSites.of(dir).stream()
            .filter(p -> p.store() && p.what().startsWith(how.place))
            .findFirst()
            .orElseThrow();
  }

  @ParameterizedTest
  @EnumSource
  void underPsoTheStoreComesLateAndUnderTsoNothingOvertakesIt(Store how) throws IOException {
    compile(how);
    assertThat(failures("pso")).isPositive();
    assertThat(failures("tso")).isZero();
  }

  private int failures(String model) throws IOException {
    int failed = 0;
    for (int seed = 1; seed <= SEEDS && failed == 0; seed++) {
      Path dir = temp.resolve(model + seed);
      List<String> visit = List.of("1\t" + store.name() + "\thold");
      ControlledRun.watching(ControlledRun.JDK_25, classes, dir, model, seed, visit);
      String outcome = Files.readString(dir.resolve("outcome.tsv"));
      failed += outcome.contains("IllegalStateException") ? 1 : 0;
    }
    return failed;
  }
}
