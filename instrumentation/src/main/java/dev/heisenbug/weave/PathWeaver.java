package dev.heisenbug.weave;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Puts a plan's register, counters and emissions into the method they were planned for. */
final class PathWeaver {
  private static final BitSet RELEASING = new BitSet();

  static {
    RELEASING.set(Opcodes.ASTORE);
    RELEASING.set(Opcodes.ALOAD);
    RELEASING.set(Opcodes.MONITOREXIT);
  }

  private final Cfg cfg;
  private final Loops loops;
  private final Numbering numbering;
  private final boolean paths;
  private final List<AbstractInsnNode> nodes;
  private final PathRuntime runtime;
  private final int methodId;
  private final Collecting collecting;
  private final Map<AbstractInsnNode, Integer> indexes = new IdentityHashMap<>();

  private Emitter emit;
  private MethodNode method;
  private int firstLocal;
  private Object[] localTypes;
  private final InsnList landings = new InsnList();

  PathWeaver(
      Cfg cfg,
      Loops loops,
      Numbering numbering,
      boolean paths,
      List<AbstractInsnNode> nodes,
      PathRuntime runtime,
      int methodId,
      Collecting collecting) {
    this.cfg = cfg;
    this.loops = loops;
    this.numbering = numbering;
    this.paths = paths;
    this.nodes = nodes;
    this.runtime = runtime;
    this.methodId = methodId;
    this.collecting = collecting;
  }

  /** Returns the local variable that keeps the log, or -1. */
  int weave(MethodNode target) {
    method = target;
    for (int i = 0; i < nodes.size(); i++) {
      indexes.put(nodes.get(i), i);
    }
    AbstractInsnNode firstCovered = superCallIfConstructor();
    boolean wrap = (paths || loops.counters > 0) && canWrap(firstCovered);
    InsnList prologue = allocateLocals();
    for (Block block : cfg.blocks) {
      if (block.reachable && block.handler) {
        enterHandler(block);
      }
    }
    placeEdges();
    collecting.loud.forEach(this::flushBefore);
    handOver();
    if (paths) {
      for (Block block : cfg.blocks) {
        if (block.reachable && (block.returns || block.throwsOut)) {
          int value = numbering.exitValue[block.index];
          InsnList code = new InsnList();
          if (block.returns && collecting.twin) {
            emit.leave(code, value);
          } else if (block.returns) {
            emit.path(code, value);
          } else {
            emit.add(code, value);
          }
          method.instructions.insertBefore(block.last, code);
        }
      }
    }
    LabelNode start = new LabelNode();
    if (firstCovered == null) {
      prologue.add(start);
    } else if (wrap) {
      method.instructions.insert(firstCovered, start);
    }
    method.instructions.insert(prologue);
    if (wrap) {
      wrap(start);
    }
    method.instructions.add(landings);
    Frames.repair(method);
    return emit.log;
  }

  private void flushBefore(AbstractInsnNode insn) {
    InsnList code = new InsnList();
    emit.flush(code);
    method.instructions.insertBefore(insn, code);
  }

  private void handOver() {
    if (collecting.handing.isEmpty()) {
      return;
    }
    for (Block block : cfg.blocks) {
      boolean collects = collecting.blocks.get(block.index);
      for (int i = block.firstInsn; i <= block.lastInsn; i++) {
        AbstractInsnNode insn = nodes.get(i);
        Optional<FrameNode> frame = collecting.handing.get(insn);
        if (frame != null) {
          InsnList before = new InsnList();
          frame.ifPresent(f -> failWithoutObject(before, (MethodInsnNode) insn, f));
          emit.hand(before, collects);
          method.instructions.insertBefore(insn, before);
          InsnList after = new InsnList();
          emit.take(after, collects);
          method.instructions.insert(insn, after);
          Twins.redirect((MethodInsnNode) insn, runtime);
        }
      }
    }
  }

  /** The original call, made on nothing, throws what it always did. */
  private void failWithoutObject(InsnList code, MethodInsnNode call, FrameNode frame) {
    LabelNode there = new LabelNode();
    code.add(new InsnNode(Opcodes.DUP));
    code.add(new JumpInsnNode(Opcodes.IFNONNULL, there));
    code.add(new MethodInsnNode(call.getOpcode(), call.owner, call.name, call.desc, call.itf));
    code.add(new InsnNode(Opcodes.ACONST_NULL));
    code.add(new InsnNode(Opcodes.ATHROW));
    code.add(there);
    code.add(Frames.withLocals(frame, firstLocal, localTypes));
  }

  private InsnList allocateLocals() {
    boolean keepLog = numbering.cuts && paths || loops.counters > 1 || paths && collecting.keepLog;
    List<Object> types = new ArrayList<>();
    int next = method.maxLocals;
    int register = paths ? next++ : -1;
    int counters = loops.counters > 0 ? next : -1;
    next += loops.counters;
    int log = keepLog ? next++ : -1;
    int pack = collecting.blocks.isEmpty() ? -1 : next;
    emit = new Emitter(register, pack, log, counters, runtime, methodId, collecting.width);
    InsnList prologue = new InsnList();
    int given = Twins.given(method, collecting.twin);
    for (int local = method.maxLocals; local < next; local++) {
      if (local == log) {
        types.add(runtime.log());
        if (given >= 0) {
          prologue.add(new VarInsnNode(Opcodes.ALOAD, given));
        } else {
          emit.fetchLog(prologue);
        }
        prologue.add(new VarInsnNode(Opcodes.ASTORE, local));
      } else {
        types.add(Opcodes.INTEGER);
        emit.set(prologue, local, local == register ? numbering.entryStart() : 0);
      }
    }
    if (pack >= 0) {
      types.add(Opcodes.LONG);
      if (given >= 0) {
        emit.receive(prologue, given + 1);
      } else {
        emit.collectNothing(prologue);
      }
    }
    localTypes = types.toArray();
    firstLocal = Frames.addLocals(method, localTypes);
    return prologue;
  }

  private void enterHandler(Block handler) {
    InsnList code = new InsnList();
    thrown(code);
    for (int depth = loops.counters - 1; depth >= 0; depth--) {
      if (mayLeaveLoop(handler, depth)) {
        emit.loop(code, depth);
      }
    }
    if (paths) {
      emit.set(code, emit.register, numbering.starts.get(loops.node[handler.index]));
    }
    method.instructions.insertBefore(firstUncovered(handler), code);
  }

  /** Numbers that a twin was to be given when the stack overflowed come first. */
  private void thrown(InsnList code) {
    if (!collecting.handing.isEmpty()) {
      emit.flushHanded(code);
    }
    emit.thrown(code);
  }

  /**
   * The first instruction of a handler; behind the release in a handler that releases a monitor.
   * The JVM's first compiler refuses a method in which a call in the first block of a handler is
   * covered by that handler, as it is there until the release.
   */
  private AbstractInsnNode firstUncovered(Block handler) {
    int at = handler.firstInsn;
    for (int i = at; i < coveredByItself(handler); i++) {
      int opcode = nodes.get(i).getOpcode();
      if (opcode >= 0 && !RELEASING.get(opcode)) {
        return firstReal(handler);
      }
      at = i + 1;
    }
    while (at <= handler.lastInsn && nodes.get(at).getOpcode() < 0) {
      at++;
    }
    return at <= handler.lastInsn ? nodes.get(at) : firstReal(handler);
  }

  /** The end of the range that has this handler and starts with it, or its first instruction. */
  private int coveredByItself(Block handler) {
    for (TryCatchBlockNode range : method.tryCatchBlocks) {
      Integer at = indexes.get(range.handler);
      if (at != null && at >= handler.firstInsn && at <= handler.lastInsn) {
        int end = indexes.get(range.end);
        if (indexes.get(range.start) <= at && end > at) {
          return end;
        }
      }
    }
    return handler.firstInsn;
  }

  private boolean mayLeaveLoop(Block handler, int depth) {
    for (TryCatchBlockNode range : method.tryCatchBlocks) {
      Integer at = indexes.get(range.handler);
      if (at != null && at >= handler.firstInsn && at <= handler.lastInsn) {
        int from = indexes.get(range.start);
        int to = indexes.get(range.end);
        for (Loop loop : loops.all) {
          if (loop.counted && loop.depth == depth && overlaps(loop, from, to)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private boolean overlaps(Loop loop, int from, int to) {
    for (int b = loop.body.nextSetBit(0); b >= 0; b = loop.body.nextSetBit(b + 1)) {
      Block block = cfg.blocks.get(b);
      if (block.lastInsn >= from && block.firstInsn < to) {
        return true;
      }
    }
    return false;
  }

  private void placeEdges() {
    BitSet atHead = new BitSet();
    for (Block block : cfg.blocks) {
      if (block.reachable && sharedHead(block)) {
        atHead.set(block.index);
        method.instructions.insertBefore(firstReal(block), codeOf(block.in.get(0)).insns(emit));
      }
    }
    for (Block block : cfg.blocks) {
      if (block.reachable && !placeBefore(block, atHead)) {
        for (Edge edge : block.out) {
          EdgeCode code = codeOf(edge);
          if (!code.isEmpty() && !atHead.get(edge.to.index)) {
            place(edge, code);
          }
        }
      }
    }
  }

  /** Whether the edges' code could be placed before the jump. */
  private boolean placeBefore(Block block, BitSet atHead) {
    SmallIf small = paths ? SmallIf.at(block, nodes) : null;
    if (small == null || atHead.get(small.fall.to.index) || atHead.get(small.jump.to.index)) {
      return false;
    }
    EdgeCode fall = codeOf(small.fall);
    EdgeCode jump = codeOf(small.jump);
    if (!fall.onlyAdds() || !jump.onlyAdds() || fall.add == jump.add) {
      return false;
    }
    int set = small.jumpsWhenSet() ? jump.add : fall.add;
    InsnList code = new InsnList();
    emit.addByBit(code, small.isSign(), fall.add + jump.add - set, set);
    method.instructions.insertBefore(block.last, code);
    return true;
  }

  /** All ways into the block need the same code and at least one could not carry it itself. */
  private boolean sharedHead(Block block) {
    if (block == cfg.entry() || block.handler || block.in.isEmpty() || firstReal(block) == null) {
      return false;
    }
    EdgeCode code = codeOf(block.in.get(0));
    if (code.isEmpty()) {
      return false;
    }
    boolean branch = false;
    for (Edge edge : block.in) {
      branch |= edge.kind == Edge.Kind.BRANCH;
      if (!codeOf(edge).equals(code)) {
        return false;
      }
    }
    return branch;
  }

  private EdgeCode codeOf(Edge edge) {
    EdgeCode code = new EdgeCode();
    for (Loop loop : loops.all) {
      if (loop.counted && loop.repeats(edge)) {
        code.count = loop.depth;
      } else if (loop.counted && loop.leaves(edge)) {
        code.left.add(loop.depth);
      }
    }
    code.packed = collecting.blocks.get(edge.from.index);
    code.flush = code.packed && !collecting.blocks.get(edge.to.index);
    if (paths && !loops.unnumbered(edge)) {
      code.add = edge.value;
      code.cut = edge.cut;
      code.restart = edge.cut ? numbering.starts.get(loops.node[edge.to.index]) : 0;
    }
    return code;
  }

  private void place(Edge edge, EdgeCode code) {
    InsnList insns = code.insns(emit);
    AbstractInsnNode last = edge.from.last;
    switch (edge.kind) {
      case FALL:
        method.instructions.insert(last != null ? last : nodes.get(edge.from.lastInsn), insns);
        break;
      case GOTO:
        method.instructions.insertBefore(last, insns);
        break;
      default:
        land(edge, insns);
    }
  }

  private void land(Edge edge, InsnList insns) {
    LabelNode landing = new LabelNode();
    FrameNode frame = Frames.at(edge.label);
    landings.add(landing);
    if (frame != null) {
      landings.add(Frames.copy(frame));
    }
    landings.add(insns);
    landings.add(new JumpInsnNode(Opcodes.GOTO, edge.label));
    AbstractInsnNode last = edge.from.last;
    if (last instanceof JumpInsnNode) {
      ((JumpInsnNode) last).label = landing;
    } else if (last instanceof TableSwitchInsnNode) {
      TableSwitchInsnNode table = (TableSwitchInsnNode) last;
      table.labels.replaceAll(label -> label == edge.label ? landing : label);
      table.dflt = table.dflt == edge.label ? landing : table.dflt;
    } else {
      LookupSwitchInsnNode lookup = (LookupSwitchInsnNode) last;
      lookup.labels.replaceAll(label -> label == edge.label ? landing : label);
      lookup.dflt = lookup.dflt == edge.label ? landing : lookup.dflt;
    }
  }

  private void wrap(LabelNode start) {
    LabelNode end = new LabelNode();
    LabelNode handler = new LabelNode();
    InsnList code = new InsnList();
    code.add(end);
    code.add(handler);
    code.add(Frames.onlyLocals(firstLocal, localTypes, "java/lang/Throwable"));
    thrown(code);
    for (int depth = loops.counters - 1; depth >= 0; depth--) {
      emit.loop(code, depth);
    }
    code.add(new InsnNode(Opcodes.ATHROW));
    method.instructions.add(code);
    method.tryCatchBlocks.add(new TryCatchBlockNode(start, end, handler, null));
  }

  /** In a constructor the call of another constructor on {@code this}; null elsewhere. */
  private AbstractInsnNode superCallIfConstructor() {
    return method.name.equals("<init>") ? Constructors.delegation(method) : null;
  }

  private boolean canWrap(AbstractInsnNode firstCovered) {
    return !method.name.equals("<init>")
        || firstCovered != null && Constructors.initialisedAfter(firstCovered);
  }

  private AbstractInsnNode firstReal(Block block) {
    for (int i = block.firstInsn; i <= block.lastInsn; i++) {
      if (nodes.get(i).getOpcode() >= 0) {
        return nodes.get(i);
      }
    }
    return null;
  }
}
