package dev.heisenbug.control.weave;

import dev.heisenbug.control.rt.ClassDefs;
import dev.heisenbug.weave.PathPlan;
import dev.heisenbug.weave.PathRuntime;
import dev.heisenbug.weave.SyncSites;
import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Weaves one method of an application class or library data structure.
 *
 * <p>Works on the nodes the method had when it came; instructions are named by their index among
 * those, read with expanded frames, so that every run and the analyzer count alike.
 */
final class MethodWeaver {
  private static final PathRuntime PATHS =
      PathRuntime.withMethodIds(Code.RT + "PathLog", Code.RT + "PathLog");
  final ClassNode owner;
  final MethodNode method;
  final boolean trace;
  final boolean library;
  final Hierarchy hierarchy;
  final SyncSites sites;

  /** Where fences are due in a run with delayed stores; null in others. */
  final Fences fences;

  private final ClassDefs defs;
  int thread;
  int depth;
  int id;
  private final AbstractInsnNode[] original;
  private int line = -1;

  MethodWeaver(
      ClassNode c,
      MethodNode m,
      Level level,
      boolean trace,
      Hierarchy h,
      SyncSites s,
      ClassDefs defs,
      Fences fences) {
    this.defs = defs;
    this.fences = fences;
    owner = c;
    method = m;
    library = level == Level.LIBRARY_DATA;
    this.trace = trace;
    hierarchy = h;
    sites = s;
    original = m.instructions.toArray();
  }

  /**
   * @param plan what the method's path tokens are, or null if they are not compared
   */
  void weave(PathPlan plan) {
    id = defs.method(owner.name, method.name, method.desc, method.access);
    if (plan != null) {
      plan.apply(method, PATHS, id);
    }
    Locals locals = new Locals(method);
    thread = locals.permanent(Code.THREAD);
    if (trace) {
      depth = locals.permanent(Opcodes.INTEGER);
    }
    AccessWeaver access = new AccessWeaver(this, locals);
    CallWeaver calls = new CallWeaver(this, locals);
    FlowWeaver flow = new FlowWeaver(this, locals);
    Set<AbstractInsnNode> beforeSuper = beforeSuper();
    for (int i = 0; i < original.length; i++) {
      AbstractInsnNode n = original[i];
      if (n instanceof LineNumberNode) {
        line = ((LineNumberNode) n).line;
      } else if (n instanceof FieldInsnNode) {
        if (!beforeSuper.contains(n)) {
          access.field((FieldInsnNode) n, i);
        }
      } else if (n instanceof MethodInsnNode) {
        calls.call((MethodInsnNode) n, i);
      } else if (n.getOpcode() == Opcodes.INVOKEDYNAMIC) {
        calls.dynamic(n, i);
      } else if (n instanceof TypeInsnNode && n.getOpcode() == Opcodes.NEW) {
        calls.using(((TypeInsnNode) n).desc, n, i);
      } else if (n instanceof JumpInsnNode) {
        flow.jump((JumpInsnNode) n);
      } else if (isSwitch(n)) {
        flow.lookup(n);
      } else if (n instanceof InsnNode) {
        access.array(n, i);
        flow.monitor(n, i);
        flow.returning(n);
      }
    }
    for (int i = 0; i < original.length; i++) {
      if (original[i] instanceof LabelNode && isHandler(original[i])) {
        flow.handler((LabelNode) original[i], i);
      }
    }
    flow.entry();
  }

  int site(int instruction, String member) {
    return defs.site(id, instruction, line, member);
  }

  private static boolean isSwitch(AbstractInsnNode n) {
    return n.getOpcode() == Opcodes.TABLESWITCH || n.getOpcode() == Opcodes.LOOKUPSWITCH;
  }

  private boolean isHandler(AbstractInsnNode label) {
    for (TryCatchBlockNode b : method.tryCatchBlocks) {
      if (b.handler == label) {
        return true;
      }
    }
    return false;
  }

  /** Field accesses of a constructor that come before its super call: {@code this} is not yet. */
  private Set<AbstractInsnNode> beforeSuper() {
    Set<AbstractInsnNode> result = new HashSet<>();
    if (!method.name.equals("<init>")) {
      return result;
    }
    int pendingNew = 0;
    for (AbstractInsnNode n : original) {
      if (n.getOpcode() == Opcodes.NEW) {
        pendingNew++;
      } else if (n.getOpcode() == Opcodes.INVOKESPECIAL
          && ((MethodInsnNode) n).name.equals("<init>")) {
        if (pendingNew == 0) {
          return result;
        }
        pendingNew--;
      } else if (n.getOpcode() == Opcodes.PUTFIELD) {
        result.add(n);
      }
    }
    return result;
  }

  static Type type(String desc) {
    return Type.getType(desc);
  }
}
