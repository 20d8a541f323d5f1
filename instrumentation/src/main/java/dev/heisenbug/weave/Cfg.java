package dev.heisenbug.weave;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/** The control-flow graph of a method as its class file has it; handlers are extra entries. */
final class Cfg {
  final List<Block> blocks = new ArrayList<>();
  final List<Block> handlers = new ArrayList<>();

  /** Why no paths can be numbered here, or null. */
  String unsupported;

  private final Map<LabelNode, Block> byLabel = new IdentityHashMap<>();

  static Cfg of(MethodNode method) {
    Cfg cfg = new Cfg();
    if (method.instructions.size() > 0) {
      cfg.build(method);
    }
    return cfg;
  }

  Block entry() {
    return blocks.get(0);
  }

  private void build(MethodNode method) {
    AbstractInsnNode[] insns = method.instructions.toArray();
    boolean[] leader = leaders(method, insns);
    if (unsupported != null) {
      return;
    }
    Block current = null;
    for (int i = 0; i < insns.length; i++) {
      if (i == 0 || leader[i]) {
        current = new Block(blocks.size(), i);
        blocks.add(current);
      }
      if (insns[i] instanceof LabelNode) {
        byLabel.put((LabelNode) insns[i], current);
      }
      if (insns[i].getOpcode() >= 0) {
        current.last = insns[i];
      }
      current.lastInsn = i;
    }
    for (Block block : blocks) {
      connect(block);
    }
    for (TryCatchBlockNode range : method.tryCatchBlocks) {
      Block handler = byLabel.get(range.handler);
      if (!handler.handler) {
        handler.handler = true;
        handlers.add(handler);
      }
    }
    markReachable();
    for (Block block : blocks) {
      block.in.removeIf(edge -> !edge.from.reachable);
      if (block.handler && (block == entry() || !block.in.isEmpty())) {
        unsupported = "a handler is also reached without an exception";
      }
    }
  }

  private boolean[] leaders(MethodNode method, AbstractInsnNode[] insns) {
    boolean[] leader = new boolean[insns.length + 1];
    InsnList list = method.instructions;
    for (int i = 0; i < insns.length; i++) {
      AbstractInsnNode insn = insns[i];
      int opcode = insn.getOpcode();
      if (opcode == Opcodes.JSR || opcode == Opcodes.RET) {
        unsupported = "it has subroutines of a compiler before Java 6";
        return leader;
      }
      if (insn instanceof JumpInsnNode) {
        leader[list.indexOf(((JumpInsnNode) insn).label)] = true;
        leader[i + 1] = true;
      } else if (insn instanceof TableSwitchInsnNode || insn instanceof LookupSwitchInsnNode) {
        for (LabelNode target : switchTargets(insn)) {
          leader[list.indexOf(target)] = true;
        }
        leader[i + 1] = true;
      } else if (ends(opcode)) {
        leader[i + 1] = true;
      }
    }
    for (TryCatchBlockNode range : method.tryCatchBlocks) {
      leader[list.indexOf(range.handler)] = true;
    }
    return leader;
  }

  private void connect(Block block) {
    AbstractInsnNode last = block.last;
    int opcode = last == null ? -1 : last.getOpcode();
    if (last instanceof JumpInsnNode) {
      LabelNode label = ((JumpInsnNode) last).label;
      boolean always = opcode == Opcodes.GOTO;
      link(block, byLabel.get(label), always ? Edge.Kind.GOTO : Edge.Kind.BRANCH, 1, label);
      if (!always) {
        fall(block);
      }
    } else if (last instanceof TableSwitchInsnNode || last instanceof LookupSwitchInsnNode) {
      int outcome = 0;
      Map<LabelNode, Boolean> seen = new IdentityHashMap<>();
      for (LabelNode label : switchTargets(last)) {
        if (seen.put(label, true) == null) {
          link(block, byLabel.get(label), Edge.Kind.BRANCH, outcome, label);
        }
        outcome++;
      }
    } else if (opcode == Opcodes.ATHROW) {
      block.throwsOut = true;
    } else if (ends(opcode)) {
      block.returns = true;
    } else {
      fall(block);
    }
  }

  private void fall(Block block) {
    if (block.index + 1 < blocks.size()) {
      link(block, blocks.get(block.index + 1), Edge.Kind.FALL, 0, null);
    }
  }

  private static void link(Block from, Block to, Edge.Kind kind, int outcome, LabelNode label) {
    Edge edge = new Edge(from, to, kind, outcome, label);
    from.out.add(edge);
    to.in.add(edge);
  }

  private void markReachable() {
    List<Block> work = new ArrayList<>(handlers);
    work.add(entry());
    while (!work.isEmpty()) {
      Block block = work.remove(work.size() - 1);
      if (!block.reachable) {
        block.reachable = true;
        for (Edge edge : block.out) {
          work.add(edge.to);
        }
      }
    }
  }

  private static boolean ends(int opcode) {
    return opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN || opcode == Opcodes.ATHROW;
  }

  /** The labels of a switch in the order of its cases, the default last. */
  private static List<LabelNode> switchTargets(AbstractInsnNode insn) {
    List<LabelNode> targets;
    if (insn instanceof TableSwitchInsnNode) {
      targets = new ArrayList<>(((TableSwitchInsnNode) insn).labels);
      targets.add(((TableSwitchInsnNode) insn).dflt);
    } else {
      targets = new ArrayList<>(((LookupSwitchInsnNode) insn).labels);
      targets.add(((LookupSwitchInsnNode) insn).dflt);
    }
    return targets;
  }
}
