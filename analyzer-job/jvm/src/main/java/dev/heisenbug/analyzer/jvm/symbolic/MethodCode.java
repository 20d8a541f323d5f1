package dev.heisenbug.analyzer.jvm.symbolic;

import dev.heisenbug.analyzer.jvm.runlog.MethodDef;
import dev.heisenbug.weave.ClassFilter;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/** One method's instructions by index, with lines, labels and what the weaver leaves unlogged. */
final class MethodCode {
  final MethodDef def;
  final MethodNode node;
  final AbstractInsnNode[] insns;
  private final Map<LabelNode, Integer> labels = new IdentityHashMap<>();
  private final int[] lines;
  private final String[] positions;

  /** Whether the method is the program's own, not the JDK's. */
  final boolean ofProgram;

  private final BitSet unloggedPuts;
  private Frame<BasicValue>[] shapes;

  MethodCode(MethodDef def, MethodNode node) {
    this.def = def;
    this.node = node;
    insns = node.instructions.toArray();
    ofProgram = ClassFilter.standard().accepts(def.owner());
    lines = new int[insns.length];
    positions = new String[insns.length];
    int line = -1;
    for (int i = 0; i < insns.length; i++) {
      if (insns[i] instanceof LineNumberNode n) {
        line = n.line;
      } else if (insns[i] instanceof LabelNode l) {
        labels.put(l, i);
      }
      lines[i] = line;
    }
    unloggedPuts = putsBeforeSuper();
  }

  int index(LabelNode label) {
    return labels.get(label);
  }

  boolean isStatic() {
    return (def.access() & Opcodes.ACC_STATIC) != 0;
  }

  /** Whether the run logs a lock at the entry of the method and its release at the end. */
  boolean isSynchronized() {
    return (node.access & Opcodes.ACC_SYNCHRONIZED) != 0;
  }

  boolean isInitialiser() {
    return def.name().equals("<clinit>");
  }

  boolean isConstructor() {
    return def.name().equals("<init>");
  }

  String position(int insn) {
    if (insn < 0 || insn >= lines.length) {
      return describe(-1);
    }
    if (positions[insn] == null) {
      positions[insn] = describe(lines[insn]);
    }
    return positions[insn];
  }

  private String describe(int line) {
    String name = def.owner().replace('/', '.') + "." + def.name();
    return line < 0 ? name : name + ":" + line;
  }

  /** Field writes of a constructor before its super call leave no record. */
  boolean isUnlogged(int insn) {
    return unloggedPuts.get(insn);
  }

  private BitSet putsBeforeSuper() {
    BitSet result = new BitSet();
    if (!node.name.equals("<init>")) {
      return result;
    }
    int pendingNew = 0;
    for (int i = 0; i < insns.length; i++) {
      int op = insns[i].getOpcode();
      if (op == Opcodes.NEW) {
        pendingNew++;
      } else if (op == Opcodes.INVOKESPECIAL && ((MethodInsnNode) insns[i]).name.equals("<init>")) {
        if (pendingNew == 0) {
          return result;
        }
        pendingNew--;
      } else if (op == Opcodes.PUTFIELD) {
        result.set(i);
      }
    }
    return result;
  }

  /** Types of locals and stack before an instruction, or null where nothing leads to it. */
  Frame<BasicValue> shape(int insn) {
    if (shapes == null) {
      try {
        shapes = new Analyzer<>(new BasicInterpreter()).analyze(def.owner(), node);
      } catch (AnalyzerException | RuntimeException e) {
        return null;
      }
    }
    return insn < shapes.length ? shapes[insn] : null;
  }
}
