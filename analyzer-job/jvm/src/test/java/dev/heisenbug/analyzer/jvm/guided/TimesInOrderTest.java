package dev.heisenbug.analyzer.jvm.guided;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TimesInOrderTest {
  @Test
  void areKeptUntilNothingElseWasFoundForAWhile() {
    TimesInOrder times = new TimesInOrder(Duration.ZERO);
    assertThat(times.kept()).isTrue();

    times.refused();

    assertThat(times.kept()).isFalse();
  }

  @Test
  void areKeptWhileThereIsTimeToLookForAnotherSchedule() {
    TimesInOrder times = new TimesInOrder(Duration.ofHours(1));
    times.refused();
    assertThat(times.kept()).isTrue();
  }

  @Test
  void stayAsTheScheduleNeedsThemThatWasFound() {
    TimesInOrder times = new TimesInOrder(Duration.ZERO);
    times.settle(true);
    times.settle(false);
    times.refused();
    assertThat(times.kept()).isTrue();
  }
}
