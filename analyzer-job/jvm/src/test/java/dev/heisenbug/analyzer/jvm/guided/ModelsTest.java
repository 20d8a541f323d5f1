package dev.heisenbug.analyzer.jvm.guided;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** No model keeps the others waiting for long, and all of them get their time. */
class ModelsTest {
  private static final long BUDGET = Duration.ofSeconds(240).toNanos();

  @Test
  void modelsTakeTurnsTheStrongestFirst() {
    assertThat(turns(models(Models.AUTO, false), 6))
        .containsExactly("sc", "tso", "sc", "tso", "pso", "sc");
  }

  @Test
  void lateStoresInTheRecordingSpeakForPso() {
    assertThat(turns(models(Models.AUTO, true), 3)).containsExactly("sc", "pso", "tso");
  }

  @Test
  void theModelThatWasAskedForGetsTheWholeBudget() {
    Models models = models("tso", false);
    assertThat(turns(models, 2)).containsExactly("tso", "tso");
    assertThat(seconds(models)).isGreaterThan(235);
  }

  @Test
  void everyModelIsLookedAtWithinTheFirstMinuteAndForLongerLater() {
    Models models = models(Models.AUTO, false);
    double[] shares = new double[10];
    for (int i = 0; i < shares.length; i++) {
      models.next();
      shares[i] = seconds(models);
    }
    assertThat(shares[0] + shares[1] + shares[2] + shares[3] + shares[4]).isLessThan(60);
    assertThat(shares[5]).isGreaterThan(1.5 * shares[0]);
    assertThat(shares[6]).isGreaterThan(1.5 * shares[1]);
  }

  private static Models models(String wanted, boolean delays) {
    long now = System.nanoTime();
    return new Models(wanted, delays, now, now + BUDGET);
  }

  private static List<String> turns(Models models, int count) {
    return Stream.generate(models::next).limit(count).toList();
  }

  private static double seconds(Models models) {
    return (models.until() - System.nanoTime()) / 1e9;
  }
}
