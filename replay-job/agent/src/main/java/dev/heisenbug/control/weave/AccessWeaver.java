package dev.heisenbug.control.weave;

import dev.heisenbug.weave.Elements;
import dev.heisenbug.weave.FinalFields;
import dev.heisenbug.weave.SyncKind;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;

/** Weaves reads and writes of fields and array elements. */
final class AccessWeaver {
  private static final String T = "L" + Code.THREAD + ";";
  private static final String O = "Ljava/lang/Object;";
  private final MethodWeaver w;
  private final int scratch;

  AccessWeaver(MethodWeaver w, Locals locals) {
    this.w = w;
    scratch = locals.scratch(2);
  }

  void field(FieldInsnNode n, int index) {
    int site = w.site(index, n.owner + "." + n.name + ":" + n.desc);
    boolean isStatic = n.getOpcode() == Opcodes.GETSTATIC || n.getOpcode() == Opcodes.PUTSTATIC;
    Type t = Type.getType(n.desc);
    if (n.getOpcode() == Opcodes.GETFIELD || n.getOpcode() == Opcodes.GETSTATIC) {
      read(n, site, isStatic, t);
    } else {
      write(n, site, isStatic, t);
    }
    if (isStatic) {
      // Behind the point: who runs the initialiser there must not be met in the JVM's own wait.
      CallWeaver.using(w, n.owner, n, site);
    }
  }

  private void read(FieldInsnNode n, int site, boolean isStatic, Type t) {
    boolean constant = FinalFields.isConstant(w.owner, w.method, n);
    if (constant && !w.trace) {
      return;
    }
    Code before = new Code().op(isStatic ? Opcodes.ACONST_NULL : Opcodes.DUP).load(w.thread);
    if (constant) {
      before.call("Access", "constant", "(" + O + T + ")V");
    } else {
      before.push(site).call("Access", "get", "(" + O + T + "I)V");
    }
    insertBefore(n, before.list());
    if (w.trace) {
      got(n, site, t, false);
    }
  }

  private void got(AbstractInsnNode n, int site, Type t, boolean array) {
    Type h = Code.hookType(t);
    w.method.instructions.insert(
        n,
        new Code()
            .op(Code.dup(t))
            .load(w.thread)
            .push(site)
            .push(array ? 1 : 0)
            .call("Values", "got", "(" + h + T + "IZ)V")
            .list());
  }

  private void write(FieldInsnNode n, int site, boolean isStatic, Type t) {
    Type h = Code.hookType(t);
    Code c = new Code();
    String desc = "(" + O + h + T + "IZ)V";
    if (isStatic) {
      c.var(t.getOpcode(Opcodes.ISTORE), scratch)
          .op(Opcodes.ACONST_NULL)
          .var(t.getOpcode(Opcodes.ILOAD), scratch);
    } else {
      c.var(t.getOpcode(Opcodes.ISTORE), scratch)
          .op(Opcodes.DUP)
          .var(t.getOpcode(Opcodes.ILOAD), scratch);
    }
    c.load(w.thread).push(site).push(isStatic ? 1 : 0).call("Access", "put", desc);
    if (w.fences != null) {
      delay(c, n, site, isStatic);
    }
    if (!w.library && w.sites.classify(n) == SyncKind.VOLATILE_WRITE) {
      c.load(w.thread).push(SyncKind.VOLATILE_WRITE.code());
      c.call("LibraryCalls", "releasing", "(" + T + "I)V");
    }
    insertBefore(n, c.var(t.getOpcode(Opcodes.ILOAD), scratch).list());
  }

  /** Says where the store goes, so that it can be taken back; the object is on the stack. */
  private void delay(Code c, FieldInsnNode n, int site, boolean isStatic) {
    c.op(isStatic ? Opcodes.ACONST_NULL : Opcodes.DUP);
    c.ldc(Type.getObjectType(n.owner)).ldc(n.name).load(w.thread).push(site);
    c.push(isStatic ? 1 : 0);
    c.call("Weak", "field", "(" + O + "Ljava/lang/Class;Ljava/lang/String;" + T + "IZ)V");
  }

  void array(AbstractInsnNode n, int index) {
    Type t = Elements.loaded(n.getOpcode());
    if (t != null) {
      int site = w.site(index, "[]");
      insertBefore(
          n,
          new Code()
              .op(Opcodes.DUP2)
              .load(w.thread)
              .push(site)
              .call("Access", "aload", "(" + O + "I" + T + "I)V")
              .list());
      if (w.trace) {
        got(n, site, t, true);
      }
      return;
    }
    t = Elements.stored(n.getOpcode());
    if (t != null) {
      int site = w.site(index, "[]");
      Code c =
          new Code()
              .var(t.getOpcode(Opcodes.ISTORE), scratch)
              .op(Opcodes.DUP2)
              .var(t.getOpcode(Opcodes.ILOAD), scratch)
              .load(w.thread)
              .push(site)
              .call("Access", "astore", "(" + O + "I" + Code.hookType(t) + T + "I)V");
      if (w.fences != null) {
        c.op(Opcodes.DUP2).load(w.thread).push(site);
        c.call("Weak", "element", "(" + O + "I" + T + "I)V");
      }
      insertBefore(n, c.var(t.getOpcode(Opcodes.ILOAD), scratch).list());
    }
  }

  private void insertBefore(AbstractInsnNode n, InsnList code) {
    w.method.instructions.insertBefore(n, code);
  }
}
