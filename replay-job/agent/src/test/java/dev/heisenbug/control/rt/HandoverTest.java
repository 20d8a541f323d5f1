package dev.heisenbug.control.rt;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The baton is handed over when all is said about the turn, for its holder goes on at once. */
class HandoverTest {
  private final Sched sched = new Sched();
  private final CThread first = sched.register("0", new Thread(), Recorded.of("0"));
  private final CThread second = sched.register("0.1", new Thread(), Recorded.of("0"));

  @Test
  void aTurnHasItsEndBeforeItBegins() {
    Always policy = new Always(second);
    sched.policy = policy;
    sched.current = first;
    sched.active = true;
    sched.ended(first);
    assertThat(sched.current).isSameAs(second);
    assertThat(second.stopAt).isEqualTo(7);
    assertThat(policy.holderWhenArmed).isSameAs(first);
  }

  /** Lets one thread run and notes who held the baton when its stop was set. */
  private static final class Always implements Policy {
    private final CThread chosen;
    private CThread holderWhenArmed;

    Always(CThread chosen) {
      this.chosen = chosen;
    }

    @Override
    public Object next(Sched s, CThread running) {
      return chosen;
    }

    @Override
    public void arm(Sched s, CThread t) {
      holderWhenArmed = s.current;
      t.stopAt = 7;
    }
  }
}
