package dev.heisenbug.agent.weaving;

import dev.heisenbug.agent.rt.Settings;
import dev.heisenbug.weave.AnyCollection;
import dev.heisenbug.weave.ClassLookup;
import dev.heisenbug.weave.Constructors;
import dev.heisenbug.weave.FinalFields;
import dev.heisenbug.weave.Frames;
import dev.heisenbug.weave.IndirectAccess;
import dev.heisenbug.weave.InputKind;
import dev.heisenbug.weave.InputSites;
import dev.heisenbug.weave.LibrarySteps;
import dev.heisenbug.weave.MethodReferences;
import dev.heisenbug.weave.NoisePlace;
import dev.heisenbug.weave.PathPlan;
import dev.heisenbug.weave.PathRuntime;
import dev.heisenbug.weave.SyncKind;
import dev.heisenbug.weave.SyncSites;
import dev.heisenbug.weave.Twins;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Weaves one class for recording, according to the mode. */
final class RecordWeaver {
  private static final String RECORDER = "dev/heisenbug/agent/rt/Recorder";
  private static final String LOG = "dev/heisenbug/agent/rt/Log";
  private static final PathRuntime PATHS = PathRuntime.anonymous(RECORDER, LOG);

  private final Settings settings;
  private final ClassLookup lookup;
  private final boolean sync;
  private final boolean caught;
  private int skipped;
  private String firstSkipped;
  private boolean changed;

  /** Bits of each token that methods of the class hand over. */
  private int width;

  /** The local variable of the method being woven that has its thread's log, or -1. */
  private int log;

  RecordWeaver(Settings settings, ClassLookup lookup) {
    this.settings = settings;
    this.lookup = lookup;
    this.sync = settings.mode() != Settings.Mode.CLAP;
    this.caught = !settings.list("fail-on").isEmpty();
  }

  byte[] weave(byte[] bytes) {
    ClassReader reader = new ClassReader(bytes);
    ClassNode node = new ClassNode();
    reader.accept(node, ClassReader.EXPAND_FRAMES);
    MethodReferences.desugar(node);
    SyncSites sites = new SyncSites(node, lookup);
    Map<MethodNode, PathPlan> plans = new LinkedHashMap<>();
    for (MethodNode method : node.methods) {
      if (method.instructions.size() > 0) {
        plans.put(method, PathPlan.of(node.name, method));
      }
    }
    Twins twins = twins(node, plans, sites);
    List<MethodNode> copies = twins.copies(PATHS);
    width = twins.width();
    plans.forEach((method, plan) -> weave(node, method, plan, sites, twins, false));
    for (MethodNode copy : copies) {
      weave(node, copy, PathPlan.of(node.name, copy), sites, twins, true);
    }
    node.methods.addAll(copies);
    if (!changed) {
      return null;
    }
    Frames.dropFromOld(node);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    node.accept(writer);
    return writer.toByteArray();
  }

  /** What the list of classes says about this one. */
  String note() {
    return skipped == 0 ? "" : skipped + " methods without paths, first " + firstSkipped;
  }

  private Twins twins(ClassNode node, Map<MethodNode, PathPlan> plans, SyncSites sites) {
    Silence silence = new Silence(node.name, sites, settings);
    if (settings.noise() != 0 || settings.delays() != 0) {
      return Twins.none(node, silence::covers);
    }
    return Twins.of(
        node,
        plans,
        silence::covers,
        call -> sites.classify(call) == null && InputSites.classify(call) == null);
  }

  private void weave(
      ClassNode node,
      MethodNode method,
      PathPlan plan,
      SyncSites sites,
      Twins twins,
      boolean isTwin) {
    AbstractInsnNode[] original = method.instructions.toArray();
    Set<LabelNode> handlers = new LinkedHashSet<>();
    for (TryCatchBlockNode range : method.tryCatchBlocks) {
      handlers.add(range.handler);
    }
    if (plan.unsupported() != null && skipped++ == 0) {
      firstSkipped = method.name + ": " + plan.unsupported();
    }
    boolean fullOrder = settings.mode() == Settings.Mode.FULL_ORDER;
    SyncKind[] kinds = kinds(original, sites);
    log = -1;
    if (plan.emits() && !fullOrder) {
      Map<AbstractInsnNode, Optional<FrameNode>> handing = twins.handing(method, plan);
      log = plan.apply(method, PATHS, twins::isSilent, writes(kinds), handing, isTwin, width);
      changed = true;
    }
    if (fullOrder) {
      changed |= new AccessWeaver(method, original).weave();
    }
    CollectionNoise collections = new CollectionNoise(method);
    for (int i = 0; i < original.length; i++) {
      AbstractInsnNode insn = original[i];
      SyncKind kind = kinds[i];
      if (settings.noise() != 0 && (kind != null || matters(node, method, insn))) {
        // Before the stamp: what a pause lies between would seem to have happened before it.
        place(
            method,
            insn,
            SyncKind.Point.BEFORE,
            noise(NoisePlace.of(node.name, method.name, method.desc, i)));
      } else if (settings.noise() != 0 && AnyCollection.isCalledBy(insn)) {
        int place = NoisePlace.of(node.name, method.name, method.desc, i);
        collections.noise((MethodInsnNode) insn, place);
        changed = true;
      }
      if (kind != null) {
        place(method, insn, kind.point(), syncCall(kind));
      }
      input(method, insn);
      if (settings.loopClocks() && jumpsBack(method, insn)) {
        place(method, insn, SyncKind.Point.BEFORE, call(RECORDER, "clock"));
      }
      if (settings.funcClocks() && returns(insn)) {
        place(method, insn, SyncKind.Point.BEFORE, call(RECORDER, "clock"));
      }
    }
    collections.end();
    if (settings.delays() != 0 && DelayWeaver.supports(node)) {
      new DelayWeaver(node, method, sites).weave(original);
      changed = true;
    }
    if (caught) {
      handlers.forEach(handler -> watch(method, handler));
    }
    enter(method);
    Frames.repair(method);
  }

  private SyncKind[] kinds(AbstractInsnNode[] original, SyncSites sites) {
    SyncKind[] kinds = new SyncKind[original.length];
    for (int i = 0; sync && i < original.length; i++) {
      kinds[i] = sites.classify(original[i]);
    }
    return kinds;
  }

  private static boolean writes(SyncKind[] kinds) {
    for (SyncKind kind : kinds) {
      if (kind != null && kind.point() != SyncKind.Point.NEVER) {
        return true;
      }
    }
    return false;
  }

  private void enter(MethodNode method) {
    InsnList entry = new InsnList();
    if (settings.funcClocks()) {
      entry.add(call(RECORDER, "clock"));
    }
    if (sync && SyncSites.isSynchronized(method)) {
      log = -1;
      entry.add(syncCall(SyncKind.MONITOR_ENTER));
    }
    changed |= entry.size() > 0;
    method.instructions.insert(entry);
  }

  private void place(MethodNode method, AbstractInsnNode at, SyncKind.Point point, InsnList code) {
    if (point == SyncKind.Point.BEFORE) {
      method.instructions.insertBefore(at, code);
    } else if (point == SyncKind.Point.AFTER && at.getOpcode() == Opcodes.MONITORENTER) {
      method.instructions.insertBefore(nextReal(at), code);
    } else if (point == SyncKind.Point.AFTER) {
      method.instructions.insert(at, code);
    } else {
      return;
    }
    changed = true;
  }

  /**
   * The compilers give up on a method in which a call can throw with a monitor held outside the
   * range that releases it; that range starts at a label behind {@code monitorenter}.
   */
  private static AbstractInsnNode nextReal(AbstractInsnNode enter) {
    AbstractInsnNode next = enter.getNext();
    while (next.getOpcode() < 0) {
      next = next.getNext();
    }
    return next;
  }

  private void input(MethodNode method, AbstractInsnNode insn) {
    InputKind kind = InputSites.classify(insn);
    if (kind == null) {
      return;
    }
    MethodInsnNode call = (MethodInsnNode) insn;
    InsnList code = new InsnList();
    code.add(push(kind.code()));
    if (kind.isArgument()) {
      String name = kind == InputKind.DATE ? "time" : "seed";
      code.add(new MethodInsnNode(Opcodes.INVOKESTATIC, RECORDER, name, "(I)J", false));
      method.instructions.insertBefore(insn, code);
      call.desc = "(J)V";
    } else {
      String type = Type.getReturnType(call.desc).getDescriptor();
      String desc = "(" + type + "I)" + type;
      code.add(new MethodInsnNode(Opcodes.INVOKESTATIC, RECORDER, "input", desc, false));
      method.instructions.insert(insn, code);
    }
    changed = true;
  }

  private void watch(MethodNode method, LabelNode handler) {
    AbstractInsnNode first = handler;
    while (first.getOpcode() < 0) {
      first = first.getNext();
    }
    InsnList code = new InsnList();
    code.add(new InsnNode(Opcodes.DUP));
    code.add(
        new MethodInsnNode(
            Opcodes.INVOKESTATIC,
            "dev/heisenbug/agent/rt/Failures",
            "caught",
            "(Ljava/lang/Throwable;)V",
            false));
    method.instructions.insertBefore(first, code);
    changed = true;
  }

  static boolean accesses(AbstractInsnNode insn) {
    int opcode = insn.getOpcode();
    return opcode >= Opcodes.GETSTATIC && opcode <= Opcodes.PUTFIELD
        || opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD
        || opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE;
  }

  /** Whether it is an access or a step before which others may make a difference. */
  private static boolean matters(ClassNode node, MethodNode method, AbstractInsnNode insn) {
    boolean constant =
        insn.getOpcode() >= Opcodes.GETSTATIC
            && insn.getOpcode() <= Opcodes.PUTFIELD
            && FinalFields.isConstant(node, method, (FieldInsnNode) insn);
    return accesses(insn) && !constant
        || IndirectAccess.isMadeBy(insn)
        || LibrarySteps.isStep(insn);
  }

  private static boolean jumpsBack(MethodNode method, AbstractInsnNode insn) {
    return insn instanceof JumpInsnNode
        && method.instructions.indexOf(((JumpInsnNode) insn).label)
            < method.instructions.indexOf(insn);
  }

  private static boolean returns(AbstractInsnNode insn) {
    return insn.getOpcode() >= Opcodes.IRETURN && insn.getOpcode() <= Opcodes.RETURN;
  }

  /** Through the local variable that has the log, where there is one. */
  private InsnList syncCall(SyncKind kind) {
    InsnList code = new InsnList();
    if (log >= 0) {
      code.add(new VarInsnNode(Opcodes.ALOAD, log));
      code.add(push(kind.code()));
      code.add(new MethodInsnNode(Opcodes.INVOKEVIRTUAL, LOG, "sync", "(I)V", false));
      return code;
    }
    code.add(push(kind.code()));
    code.add(new MethodInsnNode(Opcodes.INVOKESTATIC, RECORDER, "sync", "(I)V", false));
    return code;
  }

  private static InsnList noise(int place) {
    InsnList code = new InsnList();
    code.add(push(place));
    code.add(
        new MethodInsnNode(
            Opcodes.INVOKESTATIC, "dev/heisenbug/agent/rt/Noise", "point", "(I)V", false));
    return code;
  }

  private static InsnList call(String owner, String name) {
    InsnList code = new InsnList();
    code.add(new MethodInsnNode(Opcodes.INVOKESTATIC, owner, name, "()V", false));
    return code;
  }

  static AbstractInsnNode push(int value) {
    return value <= 5
        ? new InsnNode(Opcodes.ICONST_0 + value)
        : new IntInsnNode(value <= Byte.MAX_VALUE ? Opcodes.BIPUSH : Opcodes.SIPUSH, value);
  }

  /** The first instruction behind which {@code this} may be passed on, null if from the start. */
  static AbstractInsnNode usableAfter(MethodNode method) {
    return method.name.equals("<init>") ? Constructors.delegation(method) : null;
  }
}
