package dev.heisenbug.nativerec.clock;

import dev.heisenbug.nativerec.sys.Affinity;
import dev.heisenbug.nativerec.sys.Tsc;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Scheme 2 of ReCBuLC 3.3.2: two threads spin on a flag that a third sets, and read their clocks
 * when they see it. One sample tells little, many tell the offset with a confidence.
 */
final class FlagTest {
  private static final int SPINS = 5000;

  private final int a;
  private final int b;
  private final AtomicInteger flag = new AtomicInteger();
  private final AtomicInteger done = new AtomicInteger();
  private volatile long first;
  private volatile long second;

  FlagTest(int a, int b) {
    this.a = a;
    this.b = b;
  }

  /** Differences of the two clocks, up to {@code most} until {@code deadline}. */
  double[] samples(long deadline, int most, int trigger) throws InterruptedException {
    if (!Affinity.bind(trigger)) {
      return new double[0];
    }
    Thread one = Thread.ofPlatform().daemon().start(() -> spin(a, true));
    Thread two = Thread.ofPlatform().daemon().start(() -> spin(b, false));
    double[] samples = new double[most];
    int count = 0;
    int round = 0;
    while (count < most && System.nanoTime() < deadline) {
      await(done, 2 * round);
      flag.set(++round);
      await(done, 2 * round);
      samples[count++] = second - first;
    }
    flag.set(-1);
    one.join();
    two.join();
    return java.util.Arrays.copyOf(samples, count);
  }

  private void spin(int cpu, boolean isFirst) {
    Affinity.bind(cpu);
    int round = 0;
    while (true) {
      int spins = 0;
      int seen = flag.get();
      while (seen == round) {
        if (++spins > SPINS) {
          Thread.yield();
        }
        seen = flag.get();
      }
      long now = Tsc.read();
      if (seen < 0) {
        return;
      }
      round = seen;
      if (isFirst) {
        first = now;
      } else {
        second = now;
      }
      done.incrementAndGet();
    }
  }

  private static void await(AtomicInteger counter, int value) {
    int spins = 0;
    while (counter.get() < value) {
      if (++spins > SPINS) {
        Thread.yield();
      }
    }
  }
}
