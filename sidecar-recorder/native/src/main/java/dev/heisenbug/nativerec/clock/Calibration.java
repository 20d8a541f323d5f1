package dev.heisenbug.nativerec.clock;

import dev.heisenbug.nativerec.sys.Affinity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The offsets of all processors' clocks from the first one's, measured before and after a
 * recording. Scheme 2 needs a third processor for its trigger; without one its part stays empty.
 */
public record Calibration(List<OffsetRange> offsets) {
  private static final int ORDER_ROUNDS = 20_000;
  private static final int FLAG_ROUNDS = 20_000;

  public Calibration {
    offsets = List.copyOf(offsets);
  }

  /** Measures for {@code each} pair of processors. */
  public static Calibration measure(Duration each) throws InterruptedException {
    List<OffsetRange> list = new ArrayList<>();
    Thread worker = Thread.ofPlatform().start(() -> measureAll(each, list));
    worker.join();
    return new Calibration(list);
  }

  /** On a thread of its own, because it moves from processor to processor. */
  private static void measureAll(Duration each, List<OffsetRange> list) {
    List<Integer> cpus = Affinity.allowed();
    try {
      for (int i = 1; i < cpus.size(); i++) {
        int trigger = cpus.size() < 3 ? -1 : cpus.get(i == 1 ? 2 : 1);
        OffsetRange range = pair(cpus.get(0), cpus.get(i), trigger, each);
        if (range != null) {
          list.add(range);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static OffsetRange pair(int a, int b, int trigger, Duration each)
      throws InterruptedException {
    OrderTest order = new OrderTest(a, b);
    if (!order.run(System.nanoTime() + each.toNanos() / 2, ORDER_ROUNDS)) {
      return null;
    }
    OffsetStatistics statistics = null;
    if (trigger >= 0) {
      long end = System.nanoTime() + each.toNanos() / 2;
      statistics = OffsetStatistics.of(new FlagTest(a, b).samples(end, FLAG_ROUNDS, trigger));
    }
    boolean known = statistics != null;
    return new OffsetRange(
        a,
        b,
        order.low(),
        order.high(),
        order.rounds(),
        known ? statistics.offset() : Double.NaN,
        known ? statistics.margin() : Double.NaN,
        known ? statistics.confidence() : 0);
  }

  /** Whether the clocks have moved against each other between two measurements. */
  public boolean contradicts(Calibration later) {
    for (OffsetRange before : offsets) {
      for (OffsetRange after : later.offsets) {
        if (before.b() == after.b() && before.a() == after.a() && before.contradicts(after)) {
          return true;
        }
      }
    }
    return offsets.stream().anyMatch(r -> !r.possible());
  }

  /**
   * The widest sound range in ticks: stamps further apart are in their true order; -1 if unknown.
   */
  public long error() {
    long error = offsets.isEmpty() ? -1 : 0;
    for (OffsetRange r : offsets) {
      if (r.low() == Long.MIN_VALUE || r.high() == Long.MAX_VALUE) {
        return -1;
      }
      error = Math.max(error, Math.max(Math.abs(r.low()), Math.abs(r.high())));
    }
    return error;
  }
}
