package dev.heisenbug.record.bench.workloads;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * Repeats a workload, first to warm up and then to be measured, and prints what the JVM's start and
 * each measured repetition took. The lengths are processor time, so that a busy machine does not
 * cut the warm-up short.
 */
public final class WorkloadMain {
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private WorkloadMain() {}

  /** Arguments: name, scale, milliseconds of warm-up, milliseconds to measure. */
  public static void main(String[] args) throws Exception {
    long started = SYSTEM.getProcessCpuTime();
    Workload workload = Workload.named(args[0], Double.parseDouble(args[1]));
    long warmUntil = started + Long.parseLong(args[2]) * 1_000_000;
    long result = 0;
    int repetitions = 0;
    do {
      result += workload.run();
      repetitions++;
    } while (SYSTEM.getProcessCpuTime() < warmUntil);
    StringBuilder times = new StringBuilder("times");
    int measured = 0;
    long from = SYSTEM.getProcessCpuTime();
    long until = from + Long.parseLong(args[3]) * 1_000_000;
    long now;
    do {
      long start = System.nanoTime();
      result += workload.run();
      times.append(' ').append(System.nanoTime() - start);
      measured++;
      now = SYSTEM.getProcessCpuTime();
    } while (now < until);
    System.out.println(times);
    System.out.println("cpu " + (now - from) / measured);
    System.out.println("start " + started);
    System.out.println("branches " + workload.branches() * (repetitions + measured));
    System.out.println("result " + result);
  }
}
