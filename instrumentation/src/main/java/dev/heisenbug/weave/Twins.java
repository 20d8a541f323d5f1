package dev.heisenbug.weave;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Finds the methods of a class that get a twin for calls from the class itself: one that is given
 * its thread's log and the tokens that its caller has collected, and hands both back with its own.
 * A tiny method then neither looks for the log nor writes to it. All other callers use the method
 * itself, and both have the same tokens.
 *
 * <p>A twin is worth its code where a call can pass without anything that must be written at once.
 */
public final class Twins {
  /** Larger methods are not called so often that it matters, and should not grow. */
  private static final int LARGE = 800;

  private final ClassNode owner;
  private final Map<MethodNode, PathPlan> plans;
  private final Predicate<AbstractInsnNode> silent;
  private final Predicate<AbstractInsnNode> plain;
  private final Map<String, MethodNode> bound = new HashMap<>();
  private final Map<MethodNode, Map<AbstractInsnNode, Optional<FrameNode>>> sites =
      new IdentityHashMap<>();
  private final Set<String> twins = new HashSet<>();
  private final Set<String> quiet = new HashSet<>();

  private Twins(
      ClassNode owner,
      Map<MethodNode, PathPlan> plans,
      Predicate<AbstractInsnNode> silent,
      Predicate<AbstractInsnNode> plain) {
    this.owner = owner;
    this.plans = plans;
    this.silent = silent;
    this.plain = plain;
  }

  /** Nothing is handed over. */
  public static Twins none(ClassNode owner, Predicate<AbstractInsnNode> silent) {
    return new Twins(owner, Map.of(), silent, insn -> false);
  }

  /**
   * @param plans of the methods that have code, not woven yet
   * @param silent tells instructions that write nothing to the log
   * @param plain tells calls at which nothing else is recorded
   */
  public static Twins of(
      ClassNode owner,
      Map<MethodNode, PathPlan> plans,
      Predicate<AbstractInsnNode> silent,
      Predicate<AbstractInsnNode> plain) {
    Twins twins = new Twins(owner, plans, silent, plain);
    if ((owner.access & Opcodes.ACC_INTERFACE) == 0) {
      twins.choose();
    }
    return twins;
  }

  /** New methods, as yet without recording code; their plans are not those of the originals. */
  public List<MethodNode> copies(PathRuntime runtime) {
    Set<String> called = new HashSet<>();
    plans.forEach(
        (method, plan) ->
            handing(method, plan).keySet().forEach(c -> called.add(key((MethodInsnNode) c))));
    List<MethodNode> copies = new ArrayList<>();
    for (MethodNode method : plans.keySet()) {
      if (called.contains(method.name + method.desc)) {
        copies.add(TwinCopy.of(method, runtime.log()));
      }
    }
    return copies;
  }

  /**
   * The calls of a method, or of its copy, that are to hand over; with the frame before it where
   * the call must first see whether there is an object, so that without one it fails as it did.
   */
  public Map<AbstractInsnNode, Optional<FrameNode>> handing(MethodNode method, PathPlan plan) {
    Map<AbstractInsnNode, Optional<FrameNode>> calls =
        sites.computeIfAbsent(method, m -> sites(m, plan));
    calls.keySet().removeIf(call -> !twins.contains(key((MethodInsnNode) call)));
    return calls;
  }

  /** Bits of each token in what is handed over; to be asked before anything is woven. */
  public int width() {
    int width = 1;
    for (Map.Entry<MethodNode, PathPlan> plan : plans.entrySet()) {
      if (isTwin(plan.getKey()) || !handing(plan.getKey(), plan.getValue()).isEmpty()) {
        width = Math.max(width, plan.getValue().width());
      }
    }
    return width;
  }

  private boolean isTwin(MethodNode method) {
    return twins.contains(method.name + method.desc);
  }

  private Map<AbstractInsnNode, Optional<FrameNode>> sites(MethodNode method, PathPlan plan) {
    Map<AbstractInsnNode, Optional<FrameNode>> calls = new IdentityHashMap<>();
    Set<AbstractInsnNode> unsure = Collections.newSetFromMap(new IdentityHashMap<>());
    if (!twins.isEmpty()
        && plan.emitsPaths()
        && !method.name.equals("<init>")
        && method.instructions.size() <= LARGE) {
      int index = 0;
      for (AbstractInsnNode insn : method.instructions) {
        if (isBound(insn) && twins.contains(key((MethodInsnNode) insn)) && plain.test(insn)) {
          if (insn.getOpcode() == Opcodes.INVOKESTATIC || plan.callsOnThis(index)) {
            calls.put(insn, Optional.empty());
          } else if (((MethodInsnNode) insn).desc.startsWith("()")) {
            unsure.add(insn);
          }
        }
        index++;
      }
    }
    if (!unsure.isEmpty()) {
      SiteFrames.before(unsure, owner.name, method)
          .forEach((call, frame) -> calls.put(call, Optional.of(frame)));
    }
    return calls;
  }

  /**
   * Whether an instruction writes nothing, a call of a method of the class that does not either.
   */
  public boolean isSilent(AbstractInsnNode insn) {
    return silent.test(insn)
        || isBound(insn) && quiet.contains(key((MethodInsnNode) insn)) && plain.test(insn);
  }

  /** Points a call at the twin. */
  static void redirect(MethodInsnNode call, PathRuntime runtime) {
    call.desc = TwinCopy.descriptor(call.desc, runtime.log());
    if (call.getOpcode() == Opcodes.INVOKEVIRTUAL) {
      call.setOpcode(Opcodes.INVOKESPECIAL);
    }
  }

  /** The first variable of what a twin is given, or -1 in a method that is none. */
  static int given(MethodNode method, boolean twin) {
    return twin ? TwinCopy.slots(method.access, method.desc) - TwinCopy.ADDED_SLOTS : -1;
  }

  private void choose() {
    Set<String> called = calledInside();
    for (MethodNode method : plans.keySet()) {
      if (called.contains(method.name + method.desc) && staticallyBound(method)) {
        bound.put(method.name + method.desc, method);
      }
    }
    bound.forEach(
        (key, method) -> {
          PathPlan plan = plans.get(method);
          if (!plan.emits() && plan.unsupported() == null) {
            quiet.add(key);
          } else if (plan.emitsPaths()
              && !method.name.startsWith("<")
              && method.instructions.size() <= LARGE
              && TwinCopy.possible(method)) {
            twins.add(key);
          }
        });
    while (quiet.removeIf(key -> !allSilent(bound.get(key)))) {}
    while (twins.removeIf(key -> !passes(bound.get(key)))) {}
  }

  private Set<String> calledInside() {
    Set<String> called = new HashSet<>();
    for (MethodNode method : plans.keySet()) {
      for (AbstractInsnNode insn : method.instructions) {
        if (insn instanceof MethodInsnNode && ((MethodInsnNode) insn).owner.equals(owner.name)) {
          called.add(key((MethodInsnNode) insn));
        }
      }
    }
    return called;
  }

  private boolean allSilent(MethodNode method) {
    for (AbstractInsnNode insn : method.instructions) {
      if (!isSilent(insn)) {
        return false;
      }
    }
    return true;
  }

  private boolean passes(MethodNode method) {
    PathPlan plan = plans.get(method);
    Set<AbstractInsnNode> handing = handing(method, plan).keySet();
    return plan.passes(insn -> isSilent(insn) || handing.contains(insn));
  }

  private boolean staticallyBound(MethodNode method) {
    int fixed = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL;
    boolean overridden =
        ((method.access | owner.access & Opcodes.ACC_FINAL) & fixed) == 0
            && !method.name.equals("<init>");
    return !overridden && (method.access & (Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_NATIVE)) == 0;
  }

  private boolean isBound(AbstractInsnNode insn) {
    if (!(insn instanceof MethodInsnNode) || insn.getOpcode() == Opcodes.INVOKEINTERFACE) {
      return false;
    }
    MethodInsnNode call = (MethodInsnNode) insn;
    return call.owner.equals(owner.name) && bound.containsKey(key(call));
  }

  private static String key(MethodInsnNode call) {
    return call.name + call.desc;
  }
}
