package dev.heisenbug.weave;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.SourceInterpreter;
import org.objectweb.asm.tree.analysis.SourceValue;

/**
 * Tells loops that can only be ended by another thread from those that end by what they compute.
 *
 * <p>A loop <em>waits</em> if nothing that decides about its ways out is computed by the loop
 * itself: they hang on fields, array elements and answers to {@link Questions} about what the loop
 * does not change. As long as no other thread writes, such a loop goes round for ever. A loop that
 * counts, or walks on by its own results, may end at any time, however long it takes.
 */
public final class WaitingLoops {
  private final MethodNode method;
  private final Questions questions;
  private final Cfg cfg;
  private final Frame<SourceValue>[] frames;

  private WaitingLoops(String owner, MethodNode method, Questions questions)
      throws AnalyzerException {
    this.method = method;
    this.questions = questions;
    cfg = Cfg.of(method);
    frames = new Analyzer<>(new SourceInterpreter()).analyze(owner, method);
  }

  /** What a line of a method is, as far as loops go. */
  public enum Kind {
    /** In no loop of the method: the caller may have one. */
    NO_LOOP,
    /** Every innermost loop through it can only be ended by another thread. */
    WAITS,
    /** In a loop that may end by itself, or nobody can tell. */
    MAY_END
  }

  /**
   * What loops run through a line of a method.
   *
   * @param classFiles finds the program's classes by internal name, null if there is none
   * @param name of the method; all overloads that have the line count
   */
  public static Kind at(Function<String, byte[]> classFiles, String owner, String name, int line) {
    byte[] classFile = classFiles.apply(owner);
    if (classFile == null) {
      return Kind.MAY_END;
    }
    ClassNode node = new ClassNode();
    new ClassReader(classFile).accept(node, ClassReader.EXPAND_FRAMES);
    MethodReferences.desugar(node);
    Questions questions = new Questions(classFiles);
    Kind found = null;
    for (MethodNode method : node.methods) {
      if (method.name.equals(name) && hasLine(method, line)) {
        Kind kind = at(node.name, method, line, questions);
        found = found == null || kind.compareTo(found) > 0 ? kind : found;
      }
    }
    return found == null ? Kind.MAY_END : found;
  }

  private static boolean hasLine(MethodNode method, int line) {
    for (AbstractInsnNode insn : method.instructions) {
      if (insn instanceof LineNumberNode && ((LineNumberNode) insn).line == line) {
        return true;
      }
    }
    return false;
  }

  private static Kind at(String owner, MethodNode method, int line, Questions questions) {
    try {
      WaitingLoops loops = new WaitingLoops(owner, method, questions);
      return loops.cfg.unsupported == null ? loops.kindOf(line) : Kind.MAY_END;
    } catch (AnalyzerException | RuntimeException unusual) {
      return Kind.MAY_END;
    }
  }

  private Kind kindOf(int line) {
    Loops loops = new Loops(cfg, new boolean[method.instructions.size()]);
    Set<Loop> innermost = new HashSet<>();
    int current = -1;
    int block = -1;
    for (int i = 0; i < method.instructions.size(); i++) {
      AbstractInsnNode insn = method.instructions.get(i);
      if (insn instanceof LineNumberNode) {
        current = ((LineNumberNode) insn).line;
      }
      while (block + 1 < cfg.blocks.size() && cfg.blocks.get(block + 1).firstInsn <= i) {
        block++;
      }
      if (current == line && insn.getOpcode() >= 0) {
        Loop loop = innermost(loops, cfg.blocks.get(block));
        if (loop != null) {
          innermost.add(loop);
        }
      }
    }
    if (innermost.isEmpty()) {
      return Kind.NO_LOOP;
    }
    return innermost.stream().allMatch(this::waits) ? Kind.WAITS : Kind.MAY_END;
  }

  /** Loops are sorted by size, so that the first one found has no other inside. */
  private static Loop innermost(Loops loops, Block block) {
    for (Loop loop : loops.all) {
      if (loop.contains(block)) {
        return loop;
      }
    }
    return null;
  }

  private boolean waits(Loop loop) {
    Set<AbstractInsnNode> deciding = new HashSet<>();
    boolean exits = false;
    for (int b = loop.body.nextSetBit(0); b >= 0; b = loop.body.nextSetBit(b + 1)) {
      Block block = cfg.blocks.get(b);
      for (Edge edge : block.out) {
        if (!loop.contains(edge.to)) {
          exits = true;
          deciding.addAll(slice(block.last, loop));
        }
      }
    }
    for (AbstractInsnNode insn : deciding) {
      if (makes(insn) || stores(insn) && slice(insn, loop).contains(insn)) {
        return false;
      }
    }
    LoopEffects effects = new LoopEffects(deciding, questions);
    for (int b = loop.body.nextSetBit(0); b >= 0; b = loop.body.nextSetBit(b + 1)) {
      Block block = cfg.blocks.get(b);
      for (int i = block.firstInsn; i <= block.lastInsn; i++) {
        if (effects.mayDecide(method.instructions.get(i), exits)) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean stores(AbstractInsnNode insn) {
    return insn.getOpcode() >= Opcodes.ISTORE && insn.getOpcode() <= Opcodes.ASTORE;
  }

  /** The loop's instructions on whose results another one depends; itself, if it does so, too. */
  private Set<AbstractInsnNode> slice(AbstractInsnNode from, Loop loop) {
    Set<AbstractInsnNode> slice = new HashSet<>();
    Deque<AbstractInsnNode> work = new ArrayDeque<>(operands(from));
    while (!work.isEmpty()) {
      AbstractInsnNode insn = work.remove();
      if (inside(insn, loop) && slice.add(insn)) {
        work.addAll(operands(insn));
      }
    }
    return slice;
  }

  private boolean inside(AbstractInsnNode insn, Loop loop) {
    int index = method.instructions.indexOf(insn);
    for (int b = loop.body.nextSetBit(0); b >= 0; b = loop.body.nextSetBit(b + 1)) {
      Block block = cfg.blocks.get(b);
      if (index >= block.firstInsn && index <= block.lastInsn) {
        return true;
      }
    }
    return false;
  }

  /** Whether the instruction gives something else in each round whatever other threads do. */
  private boolean makes(AbstractInsnNode insn) {
    return insn instanceof IincInsnNode
        || insn instanceof InvokeDynamicInsnNode
        || insn instanceof MethodInsnNode && !questions.is((MethodInsnNode) insn);
  }

  /** What an instruction is given, through local variables where they were set. */
  private Set<AbstractInsnNode> operands(AbstractInsnNode insn) {
    Set<AbstractInsnNode> given = new HashSet<>();
    Frame<SourceValue> frame = frames[method.instructions.indexOf(insn)];
    int opcode = insn.getOpcode();
    if (frame != null && opcode >= Opcodes.ILOAD && opcode <= Opcodes.ALOAD) {
      given.addAll(frame.getLocal(((VarInsnNode) insn).var).insns);
    } else if (frame != null) {
      int taken = Math.min(taken(insn), frame.getStackSize());
      for (int k = 1; k <= taken; k++) {
        given.addAll(frame.getStack(frame.getStackSize() - k).insns);
      }
    }
    return given;
  }

  /** How many values count; the object that a field is read from does not, an index does. */
  private static int taken(AbstractInsnNode insn) {
    int opcode = insn.getOpcode();
    if (insn instanceof MethodInsnNode) {
      int arguments = Type.getArgumentTypes(((MethodInsnNode) insn).desc).length;
      return arguments + (opcode == Opcodes.INVOKESTATIC ? 0 : 1);
    }
    if (opcode <= Opcodes.LDC
        || opcode == Opcodes.GETFIELD
        || opcode == Opcodes.GETSTATIC
        || opcode == Opcodes.NEW
        || opcode == Opcodes.GOTO) {
      return 0;
    }
    boolean negates = opcode >= Opcodes.INEG && opcode <= Opcodes.DNEG;
    boolean combines =
        opcode >= Opcodes.IADD && opcode <= Opcodes.LXOR
            || opcode >= Opcodes.LCMP && opcode <= Opcodes.DCMPG
            || opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ACMPNE;
    return combines && !negates ? 2 : 1;
  }
}
