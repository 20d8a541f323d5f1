package dev.heisenbug.analyzer.jvm.symbolic;

import dev.heisenbug.formats.trace.SymbolicTrace;
import java.nio.file.Path;

/** By hand: reads run folders and prints statistics and the observed-order check. */
public final class Survey {
  private Survey() {}

  public static void main(String[] args) {
    for (String dir : args) {
      String line = Path.of(dir).getParent().getFileName() + "/" + Path.of(dir).getFileName();
      try {
        long start = System.nanoTime();
        SymbolicRun run = SymbolicRun.read(Path.of(dir), Options.defaults());
        SymbolicTrace trace = run.trace();
        long millis = (System.nanoTime() - start) / 1_000_000;
        String fault = Observed.fault(trace).orElse("ok");
        Statistics s = run.statistics();
        System.out.println(
            (fault.equals("ok") ? "PASS " : "FAIL ") + line + " " + millis + "ms " + fault);
        System.out.println(
            "   records=%d events=%d shared=%d cond=%d rounds=%d instr=%d sym=%d/%d untracked=%d resync=%d"
                .formatted(
                    s.records(),
                    s.events(),
                    s.sharedLocations(),
                    s.conditions(),
                    s.rounds(),
                    s.instructions(),
                    s.symbolicBranches(),
                    s.branches(),
                    s.untrackedLocations(),
                    s.resyncs()));
        if (!s.unknowns().isEmpty()) {
          System.out.println("   unknowns " + s.unknowns());
        }
        if (!s.inconsistencies().isEmpty()) {
          System.out.println("   inconsistent " + s.inconsistencies());
        }
      } catch (RuntimeException e) {
        System.out.println("ERROR " + line + " " + e);
        e.printStackTrace(System.out);
      }
    }
  }
}
