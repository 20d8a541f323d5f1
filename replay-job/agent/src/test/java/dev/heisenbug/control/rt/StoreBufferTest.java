package dev.heisenbug.control.rt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Random stores and barriers: whatever leaves the buffer leaves in an order of the model. */
class StoreBufferTest {
  private static final int BARRIER = 3;
  private final Object base = new Object();

  @Property
  void tsoKeepsAllStoresInOrder(
      @ForAll @Size(max = 12) List<@IntRange(max = 3) Integer> program, @ForAll long seed) {
    List<Delayed> left = run(new StoreBuffer(true), program, new Random(seed));
    for (int i = 1; i < left.size(); i++) {
      assertThat(left.get(i - 1).idx).isLessThan(left.get(i).idx);
    }
  }

  @Property
  void psoKeepsStoresToOneVariableAndAcrossBarriersInOrder(
      @ForAll @Size(max = 12) List<@IntRange(max = 3) Integer> program, @ForAll long seed) {
    List<Delayed> left = run(new StoreBuffer(false), program, new Random(seed));
    for (int i = 0; i < left.size(); i++) {
      for (int k = 0; k < i; k++) {
        Delayed earlier = left.get(k);
        Delayed later = left.get(i);
        assertThat(earlier.epoch).isLessThanOrEqualTo(later.epoch);
        if (earlier.offset == later.offset) {
          assertThat(earlier.idx).isLessThan(later.idx);
        }
      }
    }
  }

  /** Stores to the variables of the program; what may leave leaves at random, at last all. */
  private List<Delayed> run(StoreBuffer b, List<Integer> program, Random random) {
    List<Delayed> left = new ArrayList<>();
    int idx = 0;
    for (int step : program) {
      if (step == BARRIER) {
        b.barrier();
      } else {
        b.add(new Delayed(base, step, 4, ++idx, 0, true, b.epoch()));
      }
      leave(b, left, random, random.nextInt(3));
    }
    leave(b, left, random, Integer.MAX_VALUE);
    assertThat(b.size()).isZero();
    assertThat(left).hasSize(idx);
    return left;
  }

  private static void leave(StoreBuffer b, List<Delayed> left, Random random, int most) {
    for (int n = 0; n < most && b.size() > 0; ) {
      int i = random.nextInt(b.size());
      if (b.mayLeave(i)) {
        left.add(b.remove(i));
        n++;
      }
    }
  }

  @Test
  void psoLetsStoresToOtherVariablesPass() {
    StoreBuffer b = new StoreBuffer(false);
    b.add(new Delayed(base, 0, 4, 1, 0, true, b.epoch()));
    assertThat(b.mustWait(base, 0)).isTrue();
    assertThat(b.mustWait(base, 4)).isFalse();
    b.barrier();
    assertThat(b.mustWait(base, 4)).isTrue();
  }

  @Test
  void tsoLetsNothingPass() {
    StoreBuffer b = new StoreBuffer(true);
    assertThat(b.mustWait(base, 0)).isFalse();
    b.add(new Delayed(base, 0, 4, 1, 0, true, b.epoch()));
    assertThat(b.mustWait(base, 4)).isTrue();
  }

  @Test
  void storesThatNothingHoldsFollowTheOneTheyWaitedFor() {
    StoreBuffer b = new StoreBuffer(true);
    b.add(new Delayed(base, 0, 4, 1, 0, true, b.epoch()));
    b.add(new Delayed(base, 4, 4, 2, 0, false, b.epoch()));
    assertThat(b.loose()).isEqualTo(-1);
    b.remove(b.find(1));
    assertThat(b.loose()).isZero();
  }
}
