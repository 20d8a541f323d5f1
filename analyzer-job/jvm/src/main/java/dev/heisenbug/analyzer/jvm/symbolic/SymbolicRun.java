package dev.heisenbug.analyzer.jvm.symbolic;

import dev.heisenbug.analyzer.jvm.runlog.Definitions;
import dev.heisenbug.analyzer.jvm.runlog.MethodDef;
import dev.heisenbug.analyzer.jvm.runlog.RunLog;
import dev.heisenbug.analyzer.jvm.runlog.RunOutcome;
import dev.heisenbug.formats.trace.Sort;
import dev.heisenbug.formats.trace.SymbolicTrace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * A controlled run as a symbolic trace: reads the log of the run, interprets the code of every
 * thread along it, and gives the trace with what is needed to ask for another outcome and to turn
 * an order of events into a plan.
 *
 * <p>Goals are added before {@link #trace} is called for the first time. Damaged files give a
 * {@link dev.heisenbug.analyzer.jvm.runlog.RunLogException}; a log that does not fit the code gives
 * unknown values, counted in {@link #statistics}.
 */
public final class SymbolicRun {
  private static final int MAX_ROUNDS = 8;

  private final Session s;
  private final Machine machine;
  private final Definitions defs;
  private final Map<String, Integer> points;
  private final int rounds;
  private SymbolicTrace trace;

  private SymbolicRun(
      Session s, Machine machine, Definitions defs, Map<String, Integer> points, int rounds) {
    this.s = s;
    this.machine = machine;
    this.defs = defs;
    this.points = points;
    this.rounds = rounds;
  }

  /**
   * A delayed store.
   *
   * @param store its event
   * @param before the first event, in the order of the run, that could see it; {@link #NEVER}
   */
  public record Commit(int store, int before) {
    /** The run ended before. */
    public static final int NEVER = Integer.MAX_VALUE;
  }

  /** The delayed stores of the run, in the order in which they became visible. */
  public List<Commit> commits() {
    List<Commit> all = new ArrayList<>(s.out.commits());
    s.memory.invisible().forEach(e -> all.add(new Commit(e, Commit.NEVER)));
    return all;
  }

  /** What else happened, in order. */
  public List<Notice> notices() {
    List<Notice> all = new ArrayList<>(s.out.notices);
    s.threads.forEach(t -> all.addAll(t.notices(s)));
    all.sort(Comparator.comparingInt(Notice::before));
    return all;
  }

  /** Reads the run whose files lie in {@code dir}. */
  public static SymbolicRun read(Path dir, Options options) {
    return read(dir, options, new Places());
  }

  /** As {@link #read(Path, Options)}; also notes where threads stood at some of their points. */
  public static SymbolicRun read(Path dir, Options options, Places places) {
    Definitions defs = Definitions.read(dir.resolve("defs.log"));
    ClassFiles classes = new ClassFiles(defs);
    Sharing sharing = new Sharing();
    Cuts cuts = new Cuts(options.cuts());
    Path file = dir.resolve("run.log");
    try (RunLog log = new RunLog(file, defs)) {
      SharingScan.run(log, classes, sharing);
    }
    Path outcome = dir.resolve("outcome.tsv");
    Map<String, Integer> points =
        Files.exists(outcome) ? RunOutcome.read(outcome).points() : Map.of();
    for (int round = 1; ; round++) {
      long before = sharing.changes();
      try (RunLog log = new RunLog(file, defs)) {
        Session s = new Session(log, classes, sharing, places);
        Machine machine = new Machine(s, cuts, options);
        machine.run();
        if (sharing.changes() == before || round == MAX_ROUNDS) {
          return new SymbolicRun(s, machine, defs, points, round);
        }
      }
    }
  }

  /** What may be asked of the threads, at the places where they stand. */
  public Goals goals() {
    if (trace != null) {
      throw new IllegalStateException("goals come before the trace is taken");
    }
    return new Goals(s, machine);
  }

  /**
   * Makes the observed order of library calls on one object a fact of the trace, for solvers that
   * use {@code lock-order}: in another order such calls may return anything, so that an answer may
   * well be none. Comes before the trace is taken; false if there are no such calls.
   */
  public boolean keepLibraryOrder() {
    if (trace != null) {
      throw new IllegalStateException("facts come before the trace is taken");
    }
    return s.out.keepLibraryOrder();
  }

  /** In every order of the trace, threads read what they read in this run. */
  public void readsAsObserved() {
    for (int e = 0; e < s.out.b.eventCount(); e++) {
      Long observed = s.out.observedRead(e);
      if (observed != null) {
        int read = s.out.b.valueOf(e);
        s.out.b.goal(s.out.x.eq(read, s.out.x.constant(s.out.x.sort(read), observed)), "");
      }
    }
  }

  /** The trace; from here on it does not change. */
  public SymbolicTrace trace() {
    if (trace == null) {
      s.out.b.observedInThisOrder();
      trace = s.out.b.build();
    }
    return trace;
  }

  /** Turns orders of this trace's events into plans. */
  public PlanBuilder plans() {
    return new PlanBuilder(trace(), s.out.idxTable(), points);
  }

  /** Number of the record, among its thread's, that an event comes from. */
  public long recordOf(int event) {
    return s.out.recordTable()[event];
  }

  /** Point counter of the event's thread after the event. */
  public int idxOf(int event) {
    return s.out.idxTable()[event];
  }

  /** What an event read, wrote or got in this run, for people; null if nothing. */
  public String value(int event) {
    long bits = trace().observed(event);
    boolean memory = trace().kind(event).isMemory() && trace().target(event) >= 0;
    Sort sort = memory ? trace().locations().get(trace().target(event)).sort() : s.out.sort(event);
    return sort == null ? null : s.refs.value(sort, bits);
  }

  /** The method that an event calls on a library object that is one step as a whole, or nothing. */
  public String call(int event) {
    return s.out.call(event);
  }

  /** The index of the element that an event accesses of an array whose cells are one, or -1. */
  public int element(int event) {
    return s.out.element(event);
  }

  /** Tree ids of the run's threads, in the order of their creation. */
  public List<String> threads() {
    return s.threads.stream().map(t -> s.log.treeId(t.number)).toList();
  }

  /** Where the thread stands: after its cut, or at the end of the log. */
  public String position(String thread) {
    for (ThreadState t : s.threads) {
      if (s.log.treeId(t.number).equals(thread)) {
        return t.position();
      }
    }
    return "";
  }

  /** The branches of a thread, in order, as far as the options keep them. */
  public List<BranchEvent> branches(String thread) {
    List<BranchEvent> result = new ArrayList<>();
    for (ThreadState t : s.threads) {
      if (s.log.treeId(t.number).equals(thread)) {
        for (int i = 0; i < t.branches.size(); i++) {
          result.add(branch(thread, t.branches, i));
        }
      }
    }
    return result;
  }

  private BranchEvent branch(String thread, BranchLog log, int i) {
    MethodDef m = defs.method(log.method(i));
    return new BranchEvent(
        thread,
        log.record(i),
        m.owner(),
        m.name(),
        m.desc(),
        log.instruction(i),
        log.outcome(i),
        log.condition(i),
        log.after(i));
  }

  public Statistics statistics() {
    Stats c = s.stats;
    return new Statistics(
        s.threads.size(),
        c.records,
        c.accesses,
        s.sharing.locationCount(),
        s.sharing.sharedCount(),
        s.sharing.untrackedCount(),
        c.instructions,
        c.branches,
        c.symbolicBranches,
        s.out.b.eventCount(),
        trace().conditions().size(),
        rounds,
        c.resyncs,
        Map.copyOf(c.unknowns),
        Map.copyOf(c.inconsistencies),
        s.log.truncated());
  }
}
