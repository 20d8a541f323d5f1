package dev.heisenbug.control.rt;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Threads of the JDK's own wait by the JVM's clock for moments that they read from ours. */
class OutsideClockTest {
  private static final long SLACK_MILLIS = 5_000;

  @Test
  void whatIsFarAwayInARecordedRunsTimeIsAsFarAwayInTheJvms() {
    VirtualClock.begin(1_000_000_000L, 1_700_000_000_000L);
    long deadline = VirtualClock.outsideMillis() + 60_000;
    assertThat(VirtualClock.outsideToReal(deadline))
        .isBetween(
            System.currentTimeMillis() + 60_000 - SLACK_MILLIS,
            System.currentTimeMillis() + 60_000);
  }
}
