package dev.heisenbug.analyzer.jvm.guided;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.analyzer.jvm.guided.Itinerary.Match;
import dev.heisenbug.analyzer.jvm.symbolic.ControlledRun;
import dev.heisenbug.analyzer.jvm.symbolic.TestProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Places of a run with loops that wait are found again in one without. */
class ItineraryIT {
  private static final String PROGRAM =
      """
      public class Main {
        static volatile boolean left;
        static volatile boolean right;
        static int count;
        public static void main(String[] args) throws Exception {
          Thread other = new Thread(() -> {
            for (int i = 0; i < 20; i++) {
              right = true;
              while (left) { Thread.onSpinWait(); }
              count++;
              right = false;
            }
          });
          other.start();
          for (int i = 0; i < 20; i++) {
            left = true;
            while (right) { left = false; Thread.yield(); left = true; }
            count++;
            left = false;
          }
          other.join();
        }
      }
      """;

  private static final String OTHER = "0.1";
  private static final int POINTS_OF_A_ROUND = 5;

  @TempDir Path temp;
  private Itinerary restless;
  private Itinerary calm;

  @BeforeEach
  void run() throws IOException {
    Path source = Files.writeString(temp.resolve("Main.java"), PROGRAM);
    Path classes = new TestProgram("waits", source).compile(temp.resolve("classes"));
    ControlledRun.random(ControlledRun.JDK_25, classes, temp.resolve("random"), 1);
    ControlledRun.lenient(ControlledRun.JDK_25, classes, temp.resolve("calm"), List.of());
    restless = Itinerary.of(temp.resolve("random"));
    calm = Itinerary.of(temp.resolve("calm"));
  }

  @Test
  void threadsAreInNobodysWayBehindEachRound() {
    int end = calm.idle(OTHER, Integer.MAX_VALUE, 1);
    assertThat(calm.idle(OTHER, end, 2)).isEqualTo(end - POINTS_OF_A_ROUND);
    assertThat(calm.idle(OTHER, end, 20)).isPositive();
    assertThat(calm.idle(OTHER, end, 21)).isZero();
  }

  @Test
  void roundsAreFoundAgainHoweverLongTheyTook() {
    for (int number = 1; number <= 20; number++) {
      int here = restless.idle(OTHER, Integer.MAX_VALUE, number);
      int there = calm.idle(OTHER, Integer.MAX_VALUE, number);
      assertThat(restless.find(OTHER, here, calm)).isEqualTo(new Match(here, there));
    }
  }

  @Test
  void whereAThreadWaitedItsLastStoreIsFound() {
    int here = restless.idle(OTHER, Integer.MAX_VALUE, 1);
    int there = calm.idle(OTHER, Integer.MAX_VALUE, 1);
    assertThat(restless.find(OTHER, here + 1, calm)).isEqualTo(new Match(here + 1, there + 1));
    assertThat(restless.find("0.2", here, calm)).isNull();
  }
}
