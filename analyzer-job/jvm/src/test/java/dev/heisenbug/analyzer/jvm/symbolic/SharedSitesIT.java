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

/** A place that a long run comes to once is found, and a thread can be held up there. */
class SharedSitesIT {
  private static final String PROGRAM =
      """
      public class Main {
        static final Object lock = new Object();
        static int work;
        static String config = "old";
        static final java.lang.reflect.Field SHARED = field();
        static java.lang.reflect.Field field() {
          try { return Main.class.getDeclaredField("work"); }
          catch (NoSuchFieldException e) { throw new IllegalStateException(e); }
        }
        static class Names { static final int[] LENGTHS = new int[4]; static { LENGTHS[1] = 1; } }
        static void reload() { SHARED.setAccessible(true); config = null; config = "new"; }
        public static void main(String[] args) throws Exception {
          Thread reloader = new Thread(() -> {
            for (int i = 0; i < 2000; i++) {
              synchronized (lock) { work++; }
              if (i == 1500) reload();
              if (i == 1000 && Names.LENGTHS[1] == 0) return;
            }
          });
          reloader.start();
          for (int i = 0; i < 4000; i++) {
            synchronized (lock) { work++; }
            if (i % 500 == 0) config.length();
            if (i == 2000 && SHARED.isAccessible()) config.length();
            if (i == 2000 && Names.LENGTHS[1] == 0) return;
          }
          reloader.join();
        }
      }
      """;

  @TempDir Path temp;
  private Path classes;

  @BeforeEach
  void compile() throws IOException {
    Path source = Files.writeString(temp.resolve("Main.java"), PROGRAM);
    classes = new TestProgram("rare", source).compile(temp.resolve("classes"));
  }

  @Test
  void whatIsSharedWithoutMonitorIsToldFromTheRest() throws IOException {
    List<Place> places = places();
    assertThat(places.stream().filter(Place::racing))
        .isNotEmpty()
        .allMatch(p -> p.what().startsWith("Main.config:") || p.what().contains("Accessible"));
    assertThat(places).anyMatch(p -> p.racing() && p.what().contains("setAccessible"));
    assertThat(places).anyMatch(p -> p.what().startsWith("Main.work:") && p.visits() == 4000);
  }

  @Test
  void aThreadFallsBehindWhereItIsToldTo() throws IOException {
    Place second =
        places().stream().filter(p -> p.name().startsWith("Main.reload")).toList().getLast();
    for (int seed = 1; seed <= 6; seed++) {
      Path dir = temp.resolve("held" + seed);
      ControlledRun.watching(
          ControlledRun.JDK_25, classes, dir, "sc", seed, List.of("1\t" + second.name()));
      if (Files.readString(dir.resolve("outcome.tsv")).contains("NullPointerException")) {
        return;
      }
    }
    assertThat(second).as("no run failed though the thread was held up there").isNull();
  }

  private List<Place> places() throws IOException {
    ControlledRun run = ControlledRun.random(ControlledRun.JDK_25, classes, temp.resolve("run"), 4);
    return SharedSites.of(run.dir());
  }
}
