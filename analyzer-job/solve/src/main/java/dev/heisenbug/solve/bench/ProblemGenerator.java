package dev.heisenbug.solve.bench;

import dev.heisenbug.formats.trace.EventKind;
import dev.heisenbug.formats.trace.SymbolicTrace;
import java.util.ArrayList;
import java.util.List;

/** Makes a trace from a really executed random interleaving of a workload. */
public final class ProblemGenerator {
  /** Iterations of racey between two branches on the signature. */
  private static final int SPARSE = 8;

  /** Accesses by which a thread may be ahead of another. */
  private static final int MOST_AHEAD = 24;

  private ProblemGenerator() {}

  public static SymbolicTrace generate(GeneratorSpec spec) {
    Simulator sim = new Simulator(spec.seed(), spec.window(), spec.cores());
    Program program =
        switch (spec.kind()) {
          case RACEY -> new Racey(spec.threads(), spec.loops(), false, SPARSE);
          case RACEYDATA -> new Racey(spec.threads(), spec.loops(), true, SPARSE);
          case RACEYDENSE -> new Racey(spec.threads(), spec.loops(), false, 1);
          case BUFFER -> new Buffer(spec.threads(), spec.loops());
          case COUNTER -> new Counter(spec.threads(), spec.loops(), counted(spec));
          case COUNTERLOW -> new Counter(spec.threads(), spec.loops(), Counter.Goal.IMPOSSIBLE);
          case BANK -> new Bank(spec.threads(), spec.loops());
          case CHECKACT -> new CheckAct(spec.threads(), spec.loops());
        };
    int main = sim.trace.thread("0");
    for (int t = 1; t <= spec.threads(); t++) {
      sim.trace.thread("0." + t);
    }
    program.declare(sim);
    for (int t = 1; t <= spec.threads(); t++) {
      sim.event(EventKind.FORK, main, t, "main.start");
    }
    for (int t = 1; t <= spec.threads(); t++) {
      sim.event(EventKind.START, t, -1, "worker.run");
    }
    run(sim, program, spec.threads());
    for (int t = 1; t <= spec.threads(); t++) {
      sim.event(EventKind.EXIT, t, -1, "worker.end");
      sim.event(EventKind.JOIN, main, t, "main.join");
    }
    program.finish(sim);
    if (spec.observed()) {
      sim.trace.observedInThisOrder();
    }
    return sim.trace.build();
  }

  private static Counter.Goal counted(GeneratorSpec spec) {
    return spec.observed() ? Counter.Goal.LOST_UPDATE : Counter.Goal.OBSERVED;
  }

  private static void run(Simulator sim, Program program, int threads) {
    List<Integer> alive = new ArrayList<>();
    for (int t = 1; t <= threads; t++) {
      alive.add(t);
    }
    int[] steps = new int[threads + 1];
    int at = 0;
    while (!alive.isEmpty()) {
      if (at >= alive.size() || sim.random.nextInt(10) < 3) {
        at = sim.random.nextInt(alive.size());
      }
      int t = alive.get(at);
      if (program.finished(t)) {
        alive.remove(at);
      } else if (!(keepsUp(program, steps, alive, t) && program.step(sim, t))) {
        at = sim.random.nextInt(alive.size());
      } else {
        steps[t]++;
      }
    }
  }

  /** Threads that never wait run side by side, as on cores of one speed. */
  private static boolean keepsUp(Program program, int[] steps, List<Integer> alive, int t) {
    return !program.neverWaits()
        || alive.stream().allMatch(u -> steps[t] <= steps[u] + MOST_AHEAD || program.finished(u));
  }
}
