package dev.heisenbug.analyzer.jvm.guided;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Budgets are kept by what listens to interrupts. */
class WithinTest {
  @Test
  void whatComesInTimeIsGiven() throws Exception {
    assertThat(Within.time(Duration.ofMinutes(1), () -> "found", "nothing")).isEqualTo("found");
  }

  @Test
  void whatTakesTooLongIsInterruptedAndWaitedFor() throws Exception {
    AtomicBoolean interrupted = new AtomicBoolean();
    String result =
        Within.time(
            Duration.ofMillis(50),
            () -> {
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException e) {
                interrupted.set(true);
              }
              return "late";
            },
            "nothing");
    assertThat(result).isEqualTo("nothing");
    assertThat(interrupted).isTrue();
  }

  @Test
  void whatFailsGivesTheOther() throws Exception {
    String result =
        Within.time(
            Duration.ofMinutes(1),
            () -> {
              throw new IllegalStateException("broken");
            },
            "nothing");
    assertThat(result).isEqualTo("nothing");
  }
}
