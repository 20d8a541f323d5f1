package dev.heisenbug.nativerec.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

final class CalibrationTest {
  @Test
  void clocksOfThisMachineHaveAPossibleRange() throws InterruptedException {
    Calibration first = Calibration.measure(Duration.ofMillis(100));
    Calibration second = Calibration.measure(Duration.ofMillis(100));
    assertThat(first.offsets()).allMatch(OffsetRange::possible);
    assertThat(first.contradicts(second)).isFalse();
  }

  /** Two heaps around the offset, as in ReCBuLC's figure 7, with an interruption now and then. */
  @Property(tries = 50)
  void statisticsFindTheOffsetBetweenTheHeaps(
      @ForAll @DoubleRange(min = -1e6, max = 1e6) double offset,
      @ForAll @IntRange(min = 30, max = 500) int delay,
      @ForAll long seed) {
    Random random = new Random(seed);
    double[] samples = new double[8000];
    for (int i = 0; i < samples.length; i++) {
      double side = random.nextBoolean() ? delay : -delay;
      double spike = random.nextInt(200) == 0 ? random.nextInt(100_000) : 0;
      samples[i] = offset + side + 20 * (random.nextDouble() - 0.5) + spike;
    }
    OffsetStatistics s = OffsetStatistics.of(samples);
    assertThat(s.offset()).isBetween(offset - 3, offset + 3);
    assertThat(s.margin()).isLessThan(5);
  }

  @Test
  void disjointRangesContradict() {
    OffsetRange a = new OffsetRange(0, 1, -10, 10, 5, 0, 1, 0.99);
    OffsetRange b = new OffsetRange(0, 1, 10, 30, 5, 0, 1, 0.99);
    assertThat(new Calibration(List.of(a)).contradicts(new Calibration(List.of(b)))).isTrue();
  }

  @Test
  void tooFewSamplesSayNothing() {
    assertThat(OffsetStatistics.of(new double[10])).isNull();
  }
}
