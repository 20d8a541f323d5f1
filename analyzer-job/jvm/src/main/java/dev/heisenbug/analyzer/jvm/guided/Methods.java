package dev.heisenbug.analyzer.jvm.guided;

import dev.heisenbug.analyzer.jvm.runlog.Definitions;
import dev.heisenbug.weave.MethodReferences;
import dev.heisenbug.weave.PathPlan;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;

/** Finds a method's code and path plan by the name that mismatches carry. */
final class Methods {
  private final Definitions defs;

  Methods(Definitions defs) {
    this.defs = defs;
  }

  /** A method with its plan; the plan was made of this very node. */
  record Planned(String owner, MethodNode node, PathPlan plan) {
    boolean is(String className, String method, String desc) {
      return owner.equals(className) && node.name.equals(method) && node.desc.equals(desc);
    }

    /** The key that leads to a place of a switch; places are in order of cases, default last. */
    Integer keyFor(int instruction, int place) {
      AbstractInsnNode n = node.instructions.get(instruction);
      if (n instanceof TableSwitchInsnNode t) {
        return place < t.labels.size() ? Integer.valueOf(t.min + place) : unusedKey(t.max);
      }
      if (n instanceof LookupSwitchInsnNode l) {
        return place < l.keys.size() ? l.keys.get(place) : null;
      }
      return null;
    }

    private static Integer unusedKey(int max) {
      return max == Integer.MAX_VALUE ? null : max + 1;
    }

    boolean isSwitch(int instruction) {
      AbstractInsnNode n = node.instructions.get(instruction);
      return n instanceof TableSwitchInsnNode || n instanceof LookupSwitchInsnNode;
    }
  }

  /** Null if the class file is not in the log. */
  Planned find(String name) {
    int paren = name.indexOf('(');
    int dot = paren < 0 ? -1 : name.lastIndexOf('.', paren);
    if (dot < 0) {
      return null;
    }
    String owner = name.substring(0, dot);
    int number = defs.classNamed(owner);
    if (number < 0) {
      return null;
    }
    ClassNode c = new ClassNode();
    new ClassReader(defs.classFile(number).bytes()).accept(c, ClassReader.EXPAND_FRAMES);
    MethodReferences.desugar(c);
    for (MethodNode m : c.methods) {
      if ((m.name + m.desc).equals(name.substring(dot + 1))) {
        return new Planned(owner, m, PathPlan.of(owner, m));
      }
    }
    return null;
  }
}
