package dev.heisenbug.control.rt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A plan's turns are not used up by what the machine does to a thread. */
class PlanPolicyTest {
  private final Sched sched = new Sched();
  private final CThread first = sched.register("0", new Thread(), Recorded.of("0"));
  private final CThread second = sched.register("0.1", new Thread(), Recorded.of("0"));
  private final PlanPolicy policy =
      new PlanPolicy(Plan.of(List.of("0\t9", "0.1\t3", "0\t12")), false, new FreePolicy());

  @Test
  void aTurnThatTheWatchdogCutShortGoesOn() {
    grant(first);
    first.idx = 4;
    first.block = Block.EXTERNAL;
    assertThat(policy.next(sched, null)).isEqualTo(Policy.Hint.WAIT);
    first.block = Block.NONE;
    grant(first);
    assertThat(first.stopAt).isEqualTo(9);
    first.idx = 9;
    grant(second);
  }

  @Test
  void aThreadThatWaitsForTheWorldAtTheEndOfItsTurnLetsTheNextOneRun() {
    grant(first);
    first.idx = 9;
    first.block = Block.EXTERNAL;
    grant(second);
    second.idx = 3;
    assertThat(policy.next(sched, second)).isEqualTo(Policy.Hint.WAIT);
  }

  @Test
  void aThreadThatBlocksEndsItsTurnEarly() {
    grant(first);
    first.idx = 4;
    first.block = Block.PARK;
    grant(second);
  }

  @Test
  void aThreadThatJoinsOneOnItsWayOutIsWaitedFor() {
    grant(first);
    first.idx = 9;
    grant(second);
    second.idx = 3;
    second.block = Block.EXTERNAL;
    first.block = Block.JOIN;
    first.blockedOn = second;
    assertThat(policy.next(sched, null)).isEqualTo(Policy.Hint.WAIT);
    second.done = true;
    grant(first);
  }

  private void grant(CThread expected) {
    assertThat(policy.next(sched, null)).isSameAs(expected);
    policy.arm(sched, expected);
  }
}
