package dev.heisenbug.control.weave;

import dev.heisenbug.weave.Constructors;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/** Weaves entries, exits, handlers, branches and monitors. */
final class FlowWeaver {
  private static final String T = "L" + Code.THREAD + ";";
  private static final String O = "Ljava/lang/Object;";
  private static final String OBJECT = "java/lang/Object";
  private final MethodWeaver w;
  private final MethodNode m;
  private final Locals locals;

  FlowWeaver(MethodWeaver w, Locals locals) {
    this.w = w;
    this.m = w.method;
    this.locals = locals;
  }

  void jump(JumpInsnNode n) {
    int op = n.getOpcode();
    if (!w.trace || op == Opcodes.GOTO || op == Opcodes.JSR) {
      return;
    }
    boolean two = op >= Opcodes.IF_ICMPEQ && op <= Opcodes.IF_ACMPNE;
    boolean refs = op >= Opcodes.IF_ACMPEQ;
    String operand = refs ? O : "I";
    Code c = new Code().op(two ? Opcodes.DUP2 : Opcodes.DUP).load(w.thread).push(op);
    c.call("Values", "branch", "(" + operand + (two ? operand : "") + T + "I)V");
    m.instructions.insertBefore(n, c.list());
  }

  void lookup(AbstractInsnNode n) {
    if (w.trace) {
      Code c = new Code().op(Opcodes.DUP).load(w.thread).call("Values", "key", "(I" + T + ")V");
      m.instructions.insertBefore(n, c.list());
    }
  }

  void monitor(AbstractInsnNode n, int index) {
    if (!w.library) {
      monitor(m.instructions, n, null, () -> w.site(index, "monitor"));
    } else {
      InsnList caller = new Code().load(w.thread).list();
      monitor(m.instructions, n, caller, () -> w.site(index, "monitor"));
    }
  }

  /**
   * Puts the hooks around one monitor instruction, if {@code n} is one.
   *
   * @param caller in libraries: pushes the thread if it was called by woven code, else null
   */
  static void monitor(
      InsnList code,
      AbstractInsnNode n,
      InsnList caller,
      java.util.function.IntSupplier siteIfNeeded) {
    if (n.getOpcode() == Opcodes.MONITORENTER) {
      Code c = new Code().op(Opcodes.DUP);
      if (caller != null) {
        c.add(caller);
      }
      c.push(siteIfNeeded.getAsInt());
      String desc = "(" + O + (caller == null ? "" : T) + "I)V";
      code.insertBefore(n, c.call("Locks", "lock", desc).list());
    } else if (n.getOpcode() == Opcodes.MONITOREXIT) {
      code.insertBefore(n, new Code().op(Opcodes.DUP).list());
      Code c = new Code();
      if (caller != null) {
        c.add(caller);
      }
      c.push(siteIfNeeded.getAsInt());
      String desc = "(" + O + (caller == null ? "" : T) + "I)V";
      code.insert(n, c.call("Locks", "unlock", desc).list());
    }
  }

  void returning(AbstractInsnNode n) {
    if (w.fences != null && isReturn(n) && freezes()) {
      Code c = new Code().load(w.thread).call("Weak", "freeze", "(" + T + ")V");
      m.instructions.insertBefore(n, c.list());
    }
    if (w.trace && isReturn(n)) {
      Code c = new Code().load(w.thread).var(Opcodes.ILOAD, w.depth);
      m.instructions.insertBefore(n, c.call("Frames", "leave", "(" + T + "I)V").list());
    }
  }

  /** What a constructor wrote becomes visible before any later reference to the object. */
  private boolean freezes() {
    return m.name.equals("<init>") && Constructors.freeze(w.owner);
  }

  static boolean isReturn(AbstractInsnNode n) {
    return n.getOpcode() >= Opcodes.IRETURN && n.getOpcode() <= Opcodes.RETURN;
  }

  void handler(LabelNode label, int index) {
    AbstractInsnNode at = label;
    while (at.getNext() instanceof FrameNode
        || at.getNext() instanceof LineNumberNode
        || at.getNext() instanceof LabelNode) {
      at = at.getNext();
    }
    Code c = new Code();
    if (w.trace) {
      c.op(Opcodes.DUP).load(w.thread).var(Opcodes.ILOAD, w.depth).push(w.id).push(index);
      c.call("Values", "caught", "(Ljava/lang/Throwable;" + T + "III)V");
    } else {
      c.load(w.thread).push(0).call("Values", "calling", "(" + T + "I)V");
    }
    m.instructions.insert(at, c.list());
  }

  /** Sets the thread variable, logs arguments, and wraps what must be undone at every exit. */
  void entry() {
    int caller = -1;
    if (!w.library) {
      wrap();
      if (w.fences != null) {
        caller = outside();
      }
    }
    if (w.library && (m.access & Opcodes.ACC_SYNCHRONIZED) != 0) {
      hold();
    }
    Code c = new Code();
    if (w.library) {
      c.push(CallWeaver.tag(w.owner.name, m.name, m.desc))
          .call("Frames", "enterLibrary", "(I)" + T);
    } else {
      c.call("Frames", "enter", "()" + T);
    }
    c.var(Opcodes.ASTORE, w.thread);
    if (caller >= 0) {
      c.load(w.thread).push(CallWeaver.tag(w.owner.name, m.name, m.desc));
      c.call("Weak", "entered", "(" + T + "I)" + T).var(Opcodes.ASTORE, caller);
    }
    if (w.trace) {
      c.load(w.thread).push(w.id).call("Frames", "entered", "(" + T + "I)I");
      c.var(Opcodes.ISTORE, w.depth);
      arguments(c);
    }
    m.instructions.insert(c.list());
  }

  /** Makes stores visible when control goes back to code that is not woven. */
  private int outside() {
    int caller = locals.permanent(Code.THREAD);
    int site = w.site(0, "return");
    if (m.name.equals("<init>")) {
      // No handler: what a constructor throws is caught where the object is not known.
      exits(() -> leave(caller, site));
    } else {
      around(
          new InsnList(),
          leave(caller, site),
          caller,
          Code.THREAD,
          () -> exits(() -> leave(caller, site)));
    }
    return caller;
  }

  private static InsnList leave(int caller, int site) {
    return new Code().load(caller).push(site).call("Weak", "leaving", "(" + T + "I)V").list();
  }

  private void arguments(Code c) {
    int slot = 0;
    if ((m.access & Opcodes.ACC_STATIC) == 0) {
      if (!m.name.equals("<init>")) {
        c.load(0).load(w.thread).call("Values", "arg", "(" + O + T + ")V");
      }
      slot = 1;
    }
    for (Type t : Type.getArgumentTypes(m.desc)) {
      c.var(t.getOpcode(Opcodes.ILOAD), slot).load(w.thread);
      c.call("Values", "arg", "(" + Code.hookType(t) + T + ")V");
      slot += t.getSize();
    }
  }

  private void wrap() {
    if ((m.access & Opcodes.ACC_SYNCHRONIZED) != 0) {
      m.access &= ~Opcodes.ACC_SYNCHRONIZED;
      int lock = locals.permanent(OBJECT);
      Code enter = new Code();
      if ((m.access & Opcodes.ACC_STATIC) != 0) {
        enter.ldc(Type.getObjectType(w.owner.name));
      } else {
        enter.load(0);
      }
      int site = w.site(0, "monitor");
      enter.op(Opcodes.DUP).var(Opcodes.ASTORE, lock).op(Opcodes.DUP).push(site);
      enter.call("Locks", "lock", "(" + O + "I)V").op(Opcodes.MONITORENTER);
      Runnable atReturns = () -> exits(() -> release(lock, site));
      around(enter.list(), release(lock, site), lock, OBJECT, atReturns);
    }
    if (m.name.equals("<clinit>")) {
      int unused = locals.permanent(OBJECT);
      Code enter = new Code().op(Opcodes.ACONST_NULL).var(Opcodes.ASTORE, unused);
      enter.add(initialiser("classInit"));
      around(
          enter.list(),
          initialiser("classInitDone"),
          unused,
          OBJECT,
          () -> exits(() -> initialiser("classInitDone")));
    }
  }

  /** Keeps the books of a monitor that the JVM takes itself: loaded methods stay synchronized. */
  private void hold() {
    int lock = locals.permanent(OBJECT);
    int site = w.site(0, "monitor");
    Code enter = new Code();
    if ((m.access & Opcodes.ACC_STATIC) != 0) {
      enter.ldc(Type.getObjectType(w.owner.name));
    } else {
      enter.load(0);
    }
    enter.load(w.thread).push(site).call("Locks", "held", "(" + O + T + "I)" + O);
    enter.var(Opcodes.ASTORE, lock);
    Runnable atReturns = () -> exits(() -> letGo(lock, site));
    around(enter.list(), letGo(lock, site), lock, OBJECT, atReturns);
  }

  private static InsnList letGo(int lock, int site) {
    return new Code().load(lock).push(site).call("Locks", "letGo", "(" + O + "I)V").list();
  }

  private InsnList initialiser(String hook) {
    return new Code()
        .ldc(Type.getObjectType(w.owner.name))
        .call("Initialising", hook, "(Ljava/lang/Class;)V")
        .list();
  }

  private static InsnList release(int lock, int site) {
    return new Code()
        .load(lock)
        .op(Opcodes.MONITOREXIT)
        .load(lock)
        .push(site)
        .call("Locks", "unlock", "(" + O + "I)V")
        .list();
  }

  private void exits(java.util.function.Supplier<InsnList> undo) {
    for (AbstractInsnNode n : m.instructions.toArray()) {
      if (isReturn(n)) {
        m.instructions.insertBefore(n, undo.get());
      }
    }
  }

  /** Encloses the body: {@code enter}, body, {@code undo} at returns and on the way of a throw. */
  private void around(
      InsnList enter, InsnList undo, int firstLocal, Object type, Runnable atReturns) {
    atReturns.run();
    LabelNode start = new LabelNode();
    LabelNode end = new LabelNode();
    LabelNode handler = new LabelNode();
    enter.add(start);
    m.instructions.insert(enter);
    m.instructions.add(end);
    m.instructions.add(handler);
    m.instructions.add(Locals.only(firstLocal, List.of(type), "java/lang/Throwable"));
    m.instructions.add(undo);
    m.instructions.add(new org.objectweb.asm.tree.InsnNode(Opcodes.ATHROW));
    m.tryCatchBlocks.add(new TryCatchBlockNode(start, end, handler, null));
  }
}
