package dev.heisenbug.record.bench.workloads;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** Runs a workload a number of times and prints the wall and processor nanoseconds of each. */
public final class WorkloadMain {
  private WorkloadMain() {}

  /** Arguments: name, repetitions, scale. */
  public static void main(String[] args) throws Exception {
    Workload workload = Workload.named(args[0], Double.parseDouble(args[2]));
    long result = 0;
    StringBuilder times = new StringBuilder("times");
    StringBuilder cpu = new StringBuilder("cpu");
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    for (int i = Integer.parseInt(args[1]); i > 0; i--) {
      long cpuStart = system.getProcessCpuTime();
      long start = System.nanoTime();
      result += workload.run();
      times.append(' ').append(System.nanoTime() - start);
      cpu.append(' ').append(system.getProcessCpuTime() - cpuStart);
    }
    System.out.println(times);
    System.out.println(cpu);
    System.out.println("branches " + workload.branches() * Integer.parseInt(args[1]));
    System.out.println("result " + result);
  }
}
