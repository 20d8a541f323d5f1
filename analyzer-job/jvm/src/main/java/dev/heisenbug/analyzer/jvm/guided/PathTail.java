package dev.heisenbug.analyzer.jvm.guided;

import dev.heisenbug.analyzer.jvm.symbolic.BranchEvent;
import dev.heisenbug.weave.Branch;
import java.util.ArrayList;
import java.util.List;

/**
 * The branches that a thread has passed on a way through a method that is not at its end yet, so
 * that it has no number: they are the last ones of the method, but nobody knows how many.
 */
final class PathTail {
  private static final int MOST = 3;
  private final Methods.Planned method;
  private final List<BranchEvent> done;

  /**
   * @param done all branches of the thread in the method, in order
   */
  PathTail(Methods.Planned method, List<BranchEvent> done) {
    this.method = method;
    this.done = done;
  }

  /**
   * A branch that went another way than on a path.
   *
   * @param wanted which way it goes there
   */
  record Parting(BranchEvent done, int wanted) {}

  /** Where it may have left the path of that number; the longest common way comes first. */
  List<Parting> partings(long path) {
    List<Branch> wanted = branches(path);
    List<Parting> found = new ArrayList<>();
    int longest = Math.min(wanted.size(), done.size());
    for (int length = longest; length >= 1 && found.size() < MOST; length--) {
      Parting parting = parting(wanted, done.subList(done.size() - length, done.size()));
      if (parting != null) {
        found.add(parting);
      }
    }
    return found;
  }

  private List<Branch> branches(long path) {
    try {
      return method.plan().branchesOf((int) path);
    } catch (RuntimeException e) {
      // The number of another method.
      return List.of();
    }
  }

  private Parting parting(List<Branch> wanted, List<BranchEvent> tail) {
    for (int i = 0; i < tail.size(); i++) {
      Branch there = wanted.get(i);
      BranchEvent here = tail.get(i);
      if (there.insn() != here.instruction()) {
        return null;
      }
      if (!isSame(there, here)) {
        return new Parting(here, there.outcome());
      }
    }
    return null;
  }

  private boolean isSame(Branch there, BranchEvent here) {
    if (!method.isSwitch(there.insn())) {
      return there.outcome() == here.outcome();
    }
    Integer key = method.keyFor(there.insn(), there.outcome());
    return key == null || key == here.outcome();
  }
}
