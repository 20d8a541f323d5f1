package dev.heisenbug.control.rt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Random switches are as far apart as the run is long, so that no run is without any. */
class RandomPolicyTest {
  private final Sched sched = new Sched();
  private final CThread thread = sched.register("0", new Thread(), Recorded.of("0"));

  @Test
  void switchesOfAShortRunAreClose() {
    assertThat(longestTurns(28).last()).isLessThanOrEqualTo(24);
    assertThat(longestTurns(28)).hasSizeGreaterThan(2);
  }

  @Test
  void someSwitchesOfALongRunAreFarApart() {
    assertThat(longestTurns(100_000).last()).isGreaterThan(2_000);
    assertThat(longestTurns(0).last()).isGreaterThan(2_000);
  }

  private TreeSet<Integer> longestTurns(int length) {
    TreeSet<Integer> longest = new TreeSet<>();
    for (long seed = 1; seed <= 60; seed++) {
      RandomPolicy policy = new RandomPolicy(seed, length);
      int most = 0;
      for (int i = 0; i < 20; i++) {
        policy.arm(sched, thread);
        most = Math.max(most, thread.stopAt - thread.idx);
      }
      longest.add(most);
    }
    return longest;
  }
}
