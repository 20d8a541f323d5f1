package dev.heisenbug.nativerec.clock;

import dev.heisenbug.nativerec.sys.Affinity;
import dev.heisenbug.nativerec.sys.Tsc;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Scheme 1 of ReCBuLC 3.3.1: two threads on two processors write one variable, each between two
 * readings of its clock. Whose write came last bounds the offset; the bounds are sound.
 */
final class OrderTest {
  private static final int SPINS = 2000;

  private final int a;
  private final int b;
  private final AtomicInteger shared = new AtomicInteger();
  private final AtomicInteger arrived = new AtomicInteger();
  private volatile boolean stop;
  private volatile boolean unbound;
  private volatile long before2;
  private volatile long after2;
  private long low = Long.MIN_VALUE;
  private long high = Long.MAX_VALUE;
  private int rounds;

  OrderTest(int a, int b) {
    this.a = a;
    this.b = b;
  }

  long low() {
    return low;
  }

  long high() {
    return high;
  }

  int rounds() {
    return rounds;
  }

  /** Tests until {@code deadline} on the calling thread and another; false if they cannot be. */
  boolean run(long deadline, int most) throws InterruptedException {
    if (!Affinity.bind(a)) {
      return false;
    }
    Thread second = Thread.ofPlatform().daemon().start(this::second);
    int phase = 0;
    while (rounds < most && System.nanoTime() < deadline) {
      phase = meet(phase);
      long before1 = Tsc.readOrdered();
      shared.set(1);
      long after1 = Tsc.readOrdered();
      phase = meet(phase);
      if (shared.get() == 2) {
        high = Math.min(high, after2 - before1);
      } else {
        low = Math.max(low, before2 - after1);
      }
      rounds++;
    }
    stop = true;
    meet(phase);
    second.join();
    return rounds > 0 && !unbound;
  }

  private void second() {
    if (!Affinity.bind(b)) {
      // The first thread waits for this one, so it goes on; what it reads is of no use.
      unbound = true;
    }
    int phase = 0;
    while (true) {
      phase = meet(phase);
      if (stop) {
        return;
      }
      long before = Tsc.readOrdered();
      shared.set(2);
      long after = Tsc.readOrdered();
      before2 = before;
      after2 = after;
      phase = meet(phase);
    }
  }

  /** Both threads wait for each other here. */
  private int meet(int phase) {
    int target = phase + 2;
    arrived.incrementAndGet();
    int spins = 0;
    while (arrived.get() - target < 0) {
      if (++spins < SPINS) {
        Thread.onSpinWait();
      } else {
        Thread.yield();
      }
    }
    return target;
  }
}
