package dev.heisenbug.weave;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.CodeSizeEvaluator;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * What to record of one method's control flow and what the recorded numbers mean.
 *
 * <p>The plan depends on the class file alone, so that recorder, analyzer and replayer arrive at
 * the same tokens. Instruction indexes are those of a {@link MethodNode} read with {@code
 * ClassReader.EXPAND_FRAMES}; {@link #apply} adds code around the original nodes, of which only
 * jump labels may change.
 *
 * <p>Tokens of a method: {@code path(n)} at returns and where the graph is cut (back edges of loops
 * with several recorded ways through them); {@code loop(depth, rounds)} where a loop with one way
 * through it is left, inner loops first and before a path that ends at the same place; {@code
 * thrown(n)} with the register so far at every handler entry (behind the release where a monitor is
 * released there) and where an exception leaves the method, followed by {@code loop} for the
 * counters of the loops it may have left, inner first. A method in which nothing has to be chosen
 * emits nothing, or {@code thrown} at its handlers only.
 */
public final class PathPlan {
  /** HotSpot does not compile methods beyond this size, so weaving must not push one over it. */
  private static final int HUGE = 8000;

  private static final int LARGEST = 50_000;

  private final Cfg cfg;
  final Loops loops;
  final Numbering numbering;
  private final String unsupported;
  private final boolean paths;
  private final boolean[] onThis;
  private final List<AbstractInsnNode> nodes;

  private PathPlan(
      Cfg cfg,
      Loops loops,
      Numbering numbering,
      String unsupported,
      boolean paths,
      boolean[] onThis,
      MethodNode m) {
    this.onThis = onThis;
    this.cfg = cfg;
    this.loops = loops;
    this.numbering = numbering;
    this.unsupported = unsupported;
    this.paths = paths;
    this.nodes = unsupported == null ? List.of(m.instructions.toArray()) : List.of();
  }

  /** Plans a method that was read with {@code EXPAND_FRAMES} and not changed since. */
  public static PathPlan of(String ownerInternalName, MethodNode method) {
    if ((method.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0
        || method.instructions.size() == 0) {
      return skipped(null, method);
    }
    Cfg cfg = Cfg.of(method);
    if (cfg.unsupported != null) {
      return skipped(cfg.unsupported, method);
    }
    boolean branches = false;
    for (Block block : cfg.blocks) {
      branches |= block.reachable && block.out.size() > 1;
    }
    if (!branches && cfg.handlers.isEmpty()) {
      return skipped(null, method);
    }
    Taint taint = branches ? Taint.of(ownerInternalName, method) : Taint.none(method);
    Loops loops = new Loops(cfg, taint.derivable);
    Numbering numbering = new Numbering(cfg, loops);
    String unsupported = numbering.unsupported;
    boolean paths =
        (numbering.choices || numbering.cuts) && anyRecorded(cfg, method, taint.derivable);
    if (unsupported == null && method.instructions.size() > 800) {
      unsupported = tooLarge(cfg, method);
    }
    return new PathPlan(cfg, loops, numbering, unsupported, paths, taint.onThis, method);
  }

  private static PathPlan skipped(String reason, MethodNode method) {
    return new PathPlan(null, null, null, reason == null ? "" : reason, false, null, method);
  }

  private static boolean anyRecorded(Cfg cfg, MethodNode method, boolean[] derivable) {
    for (Block block : cfg.blocks) {
      if (block.reachable && block.out.size() > 1) {
        if (!derivable[method.instructions.indexOf(block.last)]) {
          return true;
        }
      }
    }
    return false;
  }

  private static String tooLarge(Cfg cfg, MethodNode method) {
    CodeSizeEvaluator size = new CodeSizeEvaluator(null);
    method.accept(size);
    int grown = size.getMaxSize() + 40;
    List<AbstractInsnNode> nodes = List.of(method.instructions.toArray());
    for (Block block : cfg.blocks) {
      grown += block.returns ? 8 : 6 * (block.out.size() - 1);
      grown += SmallIf.at(block, nodes) == null ? 0 : 14;
      grown += block.handler ? 16 : 0;
    }
    boolean crosses = size.getMinSize() <= HUGE && grown > HUGE;
    return crosses || grown > LARGEST ? "it is too large to weave" : null;
  }

  /** Whether this method emits anything at all. */
  public boolean emits() {
    return unsupported == null && (paths || loops.counters > 0 || !cfg.handlers.isEmpty());
  }

  /** Whether path numbers are emitted at returns and cuts. */
  public boolean emitsPaths() {
    return unsupported == null && paths;
  }

  /** Why a method that has several paths is left unrecorded, or null. */
  public String unsupported() {
    return unsupported == null || unsupported.isEmpty() ? null : unsupported;
  }

  /**
   * Inserts the recording code; {@code method} is the very node that the plan was made of. Loops
   * that can go round by silent instructions alone, which write nothing to the log themselves,
   * collect their tokens in a local variable ({@code long packed(long, int)}) and have them written
   * several at a time, before other instructions, and when they are left ({@code long
   * flush(long)}); 1 is the empty collection.
   *
   * @param keepLog the log is wanted in a local variable for what else is written
   * @param handing calls of twins, which are given what was collected and hand it back, with the
   *     frame before the call where the object that it is made on may be null
   * @param twin the method is one itself
   * @param handedWidth bits of each token in what is handed over
   * @return the local variable that has the log wherever the method's own code runs, or -1
   */
  public int apply(
      MethodNode method,
      PathRuntime runtime,
      Predicate<AbstractInsnNode> silent,
      boolean keepLog,
      Map<AbstractInsnNode, Optional<FrameNode>> handing,
      boolean twin,
      int handedWidth) {
    if (!emits()) {
      return -1;
    }
    BitSet packed = new BitSet();
    if (twin) {
      packed.set(0, cfg.blocks.size());
    } else if (paths) {
      packed = loops.withRoundsOf(block -> isSilent(block, silent.or(handing::containsKey)));
    }
    List<AbstractInsnNode> loud = new ArrayList<>();
    packed.stream().forEach(b -> addLoud(cfg.blocks.get(b), silent, handing.keySet(), loud));
    boolean keep = keepLog || twin || !handing.isEmpty();
    int width = twin || !handing.isEmpty() ? handedWidth : roundWidth(packed);
    return weave(method, runtime, 0, new Collecting(packed, loud, keep, handing, twin, width));
  }

  /** How many bits each token needs where all of the method's are collected. */
  int width() {
    return loops.counters > 0 ? Collecting.WIDE : width(pathCount());
  }

  /** How many bits each token of the rounds of collecting loops needs. */
  private int roundWidth(BitSet collecting) {
    long[] counts = numbering.pathCounts();
    long highest = 0;
    for (Loop loop : loops.all) {
      if (collecting.get(loop.header.index) && loop.counted) {
        return Collecting.WIDE;
      }
      int node = loops.node[loop.header.index];
      Integer start = numbering.starts.get(node);
      if (collecting.get(loop.header.index) && start != null) {
        highest = Math.max(highest, start + counts[node]);
      }
    }
    return width(highest);
  }

  private static int width(long tokens) {
    return tokens <= 2 ? 1 : tokens <= 4 ? 2 : Collecting.WIDE;
  }

  /** Whether the method can be passed from its entry to a return by silent instructions alone. */
  boolean passes(Predicate<AbstractInsnNode> silent) {
    BitSet seen = new BitSet();
    List<Block> work = new ArrayList<>(List.of(cfg.entry()));
    while (!work.isEmpty()) {
      Block block = work.remove(work.size() - 1);
      if (!seen.get(block.index) && isSilent(block, silent)) {
        seen.set(block.index);
        if (block.returns) {
          return true;
        }
        block.out.forEach(edge -> work.add(edge.to));
      }
    }
    return false;
  }

  /** Whether the instruction calls a method of the object that this one was called on. */
  boolean callsOnThis(int instruction) {
    return onThis != null && onThis[instruction];
  }

  /** Inserts the recording code for a runtime with method ids, with a token per round. */
  public void apply(MethodNode method, PathRuntime runtime, int methodId) {
    if (emits()) {
      weave(method, runtime, methodId, Collecting.NONE);
    }
  }

  private int weave(MethodNode method, PathRuntime runtime, int methodId, Collecting collecting) {
    PathWeaver weaver =
        new PathWeaver(cfg, loops, numbering, paths, nodes, runtime, methodId, collecting);
    return weaver.weave(method);
  }

  private boolean isSilent(Block block, Predicate<AbstractInsnNode> silent) {
    for (int i = block.firstInsn; i <= block.lastInsn; i++) {
      if (!silent.test(nodes.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** Adds the instructions that may find something collected and must not. */
  private void addLoud(
      Block block,
      Predicate<AbstractInsnNode> silent,
      Set<AbstractInsnNode> handing,
      List<AbstractInsnNode> loud) {
    boolean collected = true;
    for (int i = block.firstInsn; i <= block.lastInsn; i++) {
      AbstractInsnNode insn = nodes.get(i);
      if (handing.contains(insn)) {
        collected = true;
      } else if (collected && !silent.test(insn)) {
        loud.add(insn);
        collected = false;
      }
    }
  }

  /**
   * The decided branches of a path, in order. Branches inside loops that are not numbered are left
   * out. A number from {@code thrown} gives the branches passed, then fall-backs to the first
   * numbered way.
   */
  public List<Branch> branchesOf(int pathNumber) {
    requirePaths();
    List<Branch> branches = new ArrayList<>();
    for (Edge edge : numbering.edgesOf(pathNumber)) {
      if (edge.from.out.size() > 1) {
        branches.add(new Branch(nodes.indexOf(edge.from.last), edge.outcome));
      }
    }
    return branches;
  }

  /** The first branch that the two paths decide differently, or null if the numbers are equal. */
  public Difference firstDifference(int a, int b) {
    if (a == b) {
      return null;
    }
    if (numbering.startOf(a) != numbering.startOf(b)) {
      return new Difference(-1, a, b);
    }
    List<Branch> first = branchesOf(a);
    List<Branch> second = branchesOf(b);
    int common = 0;
    while (common < first.size()
        && common < second.size()
        && first.get(common).equals(second.get(common))) {
      common++;
    }
    Branch one = common < first.size() ? first.get(common) : null;
    Branch two = common < second.size() ? second.get(common) : null;
    if (one != null && two != null && one.insn() != two.insn()) {
      // Two exits of one unnumbered loop: the loop left by another branch.
      return new Difference(one.insn(), one.outcome(), -1);
    }
    int insn = one != null ? one.insn() : two == null ? -1 : two.insn();
    return new Difference(insn, one == null ? -1 : one.outcome(), two == null ? -1 : two.outcome());
  }

  /** The highest path number plus one. */
  public long pathCount() {
    requirePaths();
    long[] counts = numbering.pathCounts();
    long highest = 0;
    for (var start : numbering.starts.entrySet()) {
      highest = Math.max(highest, start.getValue() + counts[start.getKey()]);
    }
    return highest;
  }

  private void requirePaths() {
    if (!emitsPaths()) {
      throw new IllegalStateException("this method has no path numbers");
    }
  }
}
