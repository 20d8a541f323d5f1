package dev.heisenbug.control.rt;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Recorded times come back in another order than they were read in. */
class VirtualClockTest {
  @Test
  void noThreadIsGivenATimeBeforeOneThatAnotherWasGiven() {
    assertThat(VirtualClock.fedMillis(2_000)).isEqualTo(2_000);
    assertThat(VirtualClock.fedNanos(5)).isEqualTo(5);
    assertThat(VirtualClock.wentBack()).isFalse();
    assertThat(VirtualClock.fedMillis(1_000)).as("as recorded").isEqualTo(1_000);
    assertThat(VirtualClock.wentBack()).isTrue();

    VirtualClock.beSteady();

    assertThat(VirtualClock.fedMillis(1_000)).isEqualTo(2_000);
    assertThat(VirtualClock.fedMillis(3_000)).isEqualTo(3_000);
    assertThat(VirtualClock.fedNanos(3)).as("another clock").isEqualTo(5);
    Instant late = Instant.ofEpochSecond(9, 7);
    assertThat(VirtualClock.fedInstant(late)).isEqualTo(late);
    assertThat(VirtualClock.fedInstant(late.minusNanos(1))).isEqualTo(late);
  }
}
