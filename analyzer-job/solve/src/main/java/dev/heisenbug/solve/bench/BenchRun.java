package dev.heisenbug.solve.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.heisenbug.solve.Encoding;
import dev.heisenbug.solve.SolveResult;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.function.Supplier;

/**
 * One solve.
 *
 * @param found milliseconds until a schedule was known and checked; -1 where none was
 * @param total milliseconds in all, with the work on fewer context switches
 * @param cpu milliseconds of processor time, which a busy machine does not stretch
 * @param megabytes most of the heap in use at a time, garbage included
 * @param switches context switches of the schedule, -1 for none
 */
record BenchRun(
    Encoding encoding,
    String verdict,
    long found,
    long total,
    long cpu,
    long megabytes,
    int switches) {
  static BenchRun of(Encoding encoding, Supplier<SolveResult> solve) {
    System.gc();
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      pool.resetPeakUsage();
    }
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long cpu = system.getProcessCpuTime();
    long start = System.nanoTime();
    SolveResult result = solve.get();
    long total = (System.nanoTime() - start) / 1_000_000;
    long used = (system.getProcessCpuTime() - cpu) / 1_000_000;
    long heap = 0;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      heap += pool.getType() == MemoryType.HEAP ? pool.getPeakUsage().getUsed() : 0;
    }
    String verdict = result.getClass().getSimpleName().toLowerCase(java.util.Locale.ROOT);
    int switches = result instanceof SolveResult.Found f ? f.contextSwitches() : -1;
    long found = switches < 0 ? -1 : Math.max(result.stats().get("ms.found"), 0);
    boolean baseline = encoding != Encoding.DEFAULT;
    return new BenchRun(
        encoding,
        verdict,
        baseline && found >= 0 ? total : found,
        total,
        used,
        heap >> 20,
        switches);
  }
}
