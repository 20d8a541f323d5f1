package dev.heisenbug.analyzer.jvm.guided;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.analyzer.jvm.symbolic.BranchEvent;
import dev.heisenbug.weave.Branch;
import dev.heisenbug.weave.PathPlan;
import java.io.InputStream;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** From the last branches of a method to the one that left a recorded path. */
class PathTailTest {
  private Methods.Planned method;

  static int sample(int a, int b) {
    if (a > 0) {
      return 1;
    }
    if (b > 0) {
      return 2;
    }
    return 3;
  }

  @BeforeEach
  void plan() throws Exception {
    String name = PathTailTest.class.getName().replace('.', '/');
    ClassNode node = new ClassNode();
    try (InputStream in = PathTailTest.class.getResourceAsStream("/" + name + ".class")) {
      new ClassReader(in).accept(node, ClassReader.EXPAND_FRAMES);
    }
    for (MethodNode m : node.methods) {
      if (m.name.equals("sample")) {
        method = new Methods.Planned(name, m, PathPlan.of(name, m));
      }
    }
  }

  @Test
  void theBranchThatLeftThePathIsFound() {
    long wanted = pathOf(2);
    List<Branch> there = method.plan().branchesOf((int) wanted);
    // An earlier call went another way altogether; the present one has passed both branches.
    List<BranchEvent> done =
        List.of(
            event(there.get(0), 1 - there.get(0).outcome()),
            event(there.get(0), there.get(0).outcome()),
            event(there.get(1), 1 - there.get(1).outcome()));
    List<PathTail.Parting> found = new PathTail(method, done).partings(wanted);
    assertThat(found).containsExactly(new PathTail.Parting(done.get(2), there.get(1).outcome()));
  }

  @Test
  void whoIsStillOnThePathHasNotLeftIt() {
    long wanted = pathOf(2);
    Branch first = method.plan().branchesOf((int) wanted).get(0);
    List<BranchEvent> done = List.of(event(first, first.outcome()));
    assertThat(new PathTail(method, done).partings(wanted)).isEmpty();
  }

  @Test
  void aNumberThatIsNoneOfTheMethodsSaysNothing() {
    assertThat(new PathTail(method, List.of()).partings(1_000_000)).isEmpty();
  }

  /** A path that decides that many branches. */
  private long pathOf(int branches) {
    for (int i = 0; i < method.plan().pathCount(); i++) {
      if (method.plan().branchesOf(i).size() == branches) {
        return i;
      }
    }
    throw new AssertionError("no such path");
  }

  private BranchEvent event(Branch at, int outcome) {
    return new BranchEvent("0.1", 7, method.owner(), "sample", "(II)I", at.insn(), outcome, -1, 0);
  }
}
