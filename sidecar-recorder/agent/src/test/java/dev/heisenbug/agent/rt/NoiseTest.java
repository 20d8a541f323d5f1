package dev.heisenbug.agent.rt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.weave.NoisePlace;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A seed decides where a run may delay, and different seeds decide differently. */
class NoiseTest {
  private static final int PLACES = NoisePlace.COUNT;

  @AfterEach
  void quiet() {
    Noise.configure(0);
  }

  @Test
  void sameSeedChoosesTheSamePlaces() {
    assertThat(chosen(17)).isEqualTo(chosen(17));
  }

  @Test
  void someRunsDelayEverywhereAndSomeAtFewPlaces() {
    TreeSet<Integer> counts = new TreeSet<>();
    for (long seed = 1; seed <= 200; seed++) {
      counts.add(chosen(seed).length);
    }
    assertThat(counts.last()).isEqualTo(PLACES);
    assertThat(counts.first()).isBetween(1, PLACES / 10);
  }

  @Test
  void neighbouringSeedsWithTheSameStrengthChooseOtherPlaces() {
    long distinct =
        LongStream.rangeClosed(1, 40)
            .mapToObj(NoiseTest::chosen)
            .filter(places -> places.length < PLACES)
            .map(java.util.Arrays::hashCode)
            .distinct()
            .count();
    assertThat(distinct).isGreaterThan(10);
  }

  @Test
  void aPauseEndsNoSilenceThatItDidNotBegin() {
    Log log = new Log(1, 1, null, false, false);
    log.disturbed = true;
    Noise.sleep(log, 1);
    assertThat(log.disturbed).isTrue();
  }

  @Test
  void aMeetingLastsUntilOthersHaveMovedAndComeToRest() throws Exception {
    Log log = new Log(1, 1, null, false, false);
    AtomicBoolean met = new AtomicBoolean();
    Thread waiting =
        new Thread(
            () -> met.set(Meeting.await(log, System.nanoTime(), Integer.MAX_VALUE, Meeting.SOON)));
    waiting.start();
    while (waiting.isAlive()) {
      Meeting.moved();
      waiting.join(20);
    }
    assertThat(met).isTrue();
    assertThat(Meeting.await(log, System.nanoTime(), 100_000, Meeting.SOON)).isFalse();
  }

  private static int[] chosen(long seed) {
    Noise.configure(seed);
    return IntStream.range(0, PLACES).filter(Noise::chooses).toArray();
  }
}
