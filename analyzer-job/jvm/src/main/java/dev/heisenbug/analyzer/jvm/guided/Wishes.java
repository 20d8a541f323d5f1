package dev.heisenbug.analyzer.jvm.guided;

import dev.heisenbug.analyzer.jvm.runlog.Definitions;
import dev.heisenbug.analyzer.jvm.symbolic.BranchEvent;
import dev.heisenbug.analyzer.jvm.symbolic.SymbolicRun;
import dev.heisenbug.formats.bundle.Failure;
import dev.heisenbug.launch.RunOutcome;
import dev.heisenbug.launch.RunOutcome.Mismatch;
import dev.heisenbug.weave.Difference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What should have gone otherwise in a run: from where threads left their recordings, and from the
 * failure that did not come. The most specific wish comes first.
 *
 * <p>The first thread that left its recording is the one to mend: the others ran on without it, and
 * may have left theirs only because of that. So the wishes of the others come later, but what each
 * of them did after leaving never counts ({@link #cuts}).
 */
final class Wishes {
  private static final int RECENT = 6;
  private final Path dir;
  private final Definitions defs;
  private final Methods methods;
  private final SymbolicRun run;
  private final List<Wish> wishes = new ArrayList<>();
  private final Map<String, Long> cuts = new HashMap<>();

  private Wishes(Path dir, SymbolicRun run) {
    this.dir = dir;
    this.run = run;
    defs = Definitions.read(dir.resolve("defs.log"));
    methods = new Methods(defs);
  }

  static Wishes of(Path dir, SymbolicRun run, RunOutcome outcome, Failure failure) {
    Wishes w = new Wishes(dir, run);
    for (Mismatch m : outcome.mismatches()) {
      int before = w.wishes.size();
      w.exact(m);
      if (w.wishes.size() > before) {
        w.cuts.put(m.thread(), w.wishes.get(before).record());
      }
      boolean thrown = m.expectedType().equals("THROWN") || w.wishes.size() == before;
      if (thrown && m.thread().equals(failure.thread())) {
        w.implicit(failure);
      }
    }
    if (outcome.mismatches().isEmpty()) {
      w.implicit(failure);
    }
    for (Mismatch m : outcome.mismatches()) {
      w.recent(m.thread());
    }
    if (outcome.mismatches().isEmpty() && failure.thread() != null) {
      w.recent(failure.thread());
    }
    return w;
  }

  List<Wish> all() {
    return wishes;
  }

  /** By thread, the first record of what it did after it had left its recording. */
  Map<String, Long> cuts() {
    return cuts;
  }

  /** The branch at which the recorded and the executed path part. */
  private void exact(Mismatch m) {
    if (m.method().isEmpty()) {
      before(m);
      return;
    }
    Methods.Planned p = methods.find(m.method());
    boolean tokens =
        (m.expectedType().equals("TOKEN") || m.expectedType().equals("THROWN"))
            && (m.what().equals("PATH") || m.what().equals("THROWN"));
    if (p == null) {
      return;
    }
    List<BranchEvent> branches =
        run.branches(m.thread()).stream()
            .filter(b -> p.is(b.owner(), b.method(), b.desc()))
            .toList();
    if (tokens && p.plan().emitsPaths()) {
      parting(p, branches, m.expected(), m.actual());
    } else if (m.what().equals("PATH") && m.path() >= 0 && p.plan().emitsPaths()) {
      // The recorded way led to what the run did not do, and its number comes behind that.
      parting(p, branches, m.path(), m.actual());
    }
    if (m.what().equals("LOOP") && m.expectedType().equals("TOKEN") && !branches.isEmpty()) {
      loop(p, branches, m);
    }
  }

  private void parting(Methods.Planned p, List<BranchEvent> branches, long expected, long actual) {
    Difference d = difference(p, expected, actual);
    if (d != null && d.insn() >= 0) {
      last(branches, d.insn()).ifPresent(b -> flip(p, b, d.first()));
    }
  }

  /**
   * The run did something that the recording does not have on the way whose number comes next: a
   * branch before it went the wrong way, in the method that the thread was in, if that is the
   * number's.
   */
  private void before(Mismatch m) {
    List<BranchEvent> all = run.branches(m.thread());
    boolean path = m.expectedType().equals("TOKEN") || m.expectedType().equals("THROWN");
    if (!path || all.isEmpty()) {
      return;
    }
    BranchEvent last = all.get(all.size() - 1);
    Methods.Planned p = methods.find(last.owner() + "." + last.method() + last.desc());
    if (p == null || !p.plan().emitsPaths()) {
      return;
    }
    List<BranchEvent> done =
        all.stream().filter(b -> p.is(b.owner(), b.method(), b.desc())).toList();
    new PathTail(p, done).partings(m.expected()).forEach(w -> flip(p, w.done(), w.wanted()));
  }

  private static Difference difference(Methods.Planned p, long expected, long actual) {
    try {
      return p.plan().firstDifference((int) expected, (int) actual);
    } catch (RuntimeException e) {
      // Numbers of another method: the streams are out of step, other wishes have to do.
      return null;
    }
  }

  private static java.util.Optional<BranchEvent> last(List<BranchEvent> branches, int insn) {
    return branches.stream().filter(b -> b.instruction() == insn).reduce((a, b) -> b);
  }

  /** A loop that should have gone on, or ended earlier. */
  private void loop(Methods.Planned p, List<BranchEvent> branches, Mismatch m) {
    BranchEvent exit = branches.get(branches.size() - 1);
    if (m.actual() < m.expected()) {
      flip(p, exit, -1);
      return;
    }
    List<BranchEvent> same =
        branches.stream().filter(b -> b.instruction() == exit.instruction()).toList();
    long at = same.size() - 1 - (m.actual() - m.expected());
    if (at >= 0) {
      flip(p, same.get((int) at), -1);
    }
  }

  private void flip(Methods.Planned p, BranchEvent b, int wanted) {
    String text = b.owner() + "." + b.method() + " branch " + b.instruction();
    if (p != null && p.isSwitch(b.instruction())) {
      Integer key = p.keyFor(b.instruction(), wanted);
      if (key != null) {
        wishes.add(new Wish(b.thread(), b.record(), g -> g.key(b.thread(), key), text));
      }
      return;
    }
    boolean taken = wanted >= 0 ? wanted == 1 : b.outcome() == 0;
    wishes.add(new Wish(b.thread(), b.record(), g -> g.branch(b.thread(), taken), text));
  }

  /** The recorded exception, where the thread was last at the line that threw it. */
  private void implicit(Failure failure) {
    if (failure.thread() == null || failure.type() == null) {
      return;
    }
    for (String frame : failure.frames()) {
      List<Long> records = LineScan.lastAt(dir, defs, failure.thread(), frame);
      for (long r : records) {
        String t = failure.thread();
        wishes.add(new Wish(t, r, g -> g.isNull(t), frame + " null"));
        wishes.add(new Wish(t, r, g -> g.outOfBounds(t), frame + " out of bounds"));
        wishes.add(new Wish(t, r, g -> g.divisorZero(t), frame + " zero"));
      }
      if (!records.isEmpty()) {
        return;
      }
    }
  }

  /** The last branches of a thread that depend on others at all. */
  private void recent(String thread) {
    List<BranchEvent> branches =
        run.branches(thread).stream().filter(b -> b.condition() >= 0).toList();
    for (int i = branches.size() - 1; i >= Math.max(0, branches.size() - RECENT); i--) {
      BranchEvent b = branches.get(i);
      flip(methods.find(b.owner() + "." + b.method() + b.desc()), b, -1);
    }
  }
}
