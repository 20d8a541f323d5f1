package dev.heisenbug.analyzer.jvm.symbolic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.analyzer.jvm.symbolic.SharedSites.Place;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One store out of thousands is held back where it is told to be, and only where models let it. */
class HeldStoresIT {
  private static final String PROGRAM =
      """
      public class Main {
        static int price;
        static int ready;
        static int other;
        static void publish() {
          price = 7;
          ready = 1;
        }
        public static void main(String[] args) throws Exception {
          Thread reader = new Thread(() -> {
            for (int i = 0; i < 3000; i++) {
              other++;
              if (ready == 1 && price != 7) throw new IllegalStateException("no price");
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

  @BeforeEach
  void compile() throws IOException {
    Path source = Files.writeString(temp.resolve("Main.java"), PROGRAM);
    classes = new TestProgram("held", source).compile(temp.resolve("classes"));
    Path dir = temp.resolve("survey");
    ControlledRun.random(ControlledRun.JDK_25, classes, dir, 4);
    store =
        SharedSites.of(dir).stream()
            .filter(p -> p.store() && p.what().startsWith("Main.price:"))
            .findFirst()
            .orElseThrow();
  }

  @Test
  void underPsoTheStoreComesLate() throws IOException {
    assertThat(failures("pso")).isPositive();
  }

  @Test
  void underTsoNothingOvertakesIt() throws IOException {
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
