package dev.heisenbug.control.weave;

import dev.heisenbug.control.rt.LibraryCalls;
import dev.heisenbug.weave.AnyCollection;
import dev.heisenbug.weave.IndirectAccess;
import dev.heisenbug.weave.InputKind;
import dev.heisenbug.weave.InputSites;
import dev.heisenbug.weave.LibrarySteps;
import dev.heisenbug.weave.LooseAtomics;
import dev.heisenbug.weave.SyncKind;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** Weaves calls: those that synchronise get a point, all leave a mark for what they reach. */
final class CallWeaver {
  private static final String T = "L" + Code.THREAD + ";";
  private static final String O = "Ljava/lang/Object;";
  private final MethodWeaver w;
  private final Locals locals;

  CallWeaver(MethodWeaver w, Locals locals) {
    this.w = w;
    this.locals = locals;
  }

  void call(MethodInsnNode n, int index) {
    String member = n.owner + "." + n.name + n.desc;
    int site = w.site(index, member);
    InsnList code = w.method.instructions;
    MethodInsnNode replacement = BlockingCalls.replacement(n, w.hierarchy);
    if (replacement != null) {
      code.insertBefore(n, new Code().push(site).list());
      code.set(n, replacement);
      after(replacement, Type.getReturnType(n.desc), site);
      return;
    }
    if (n.owner.equals("java/lang/System") && n.name.equals("arraycopy")) {
      code.insertBefore(n, new Code().load(w.thread).push(site).list());
      MethodInsnNode bulk =
          new MethodInsnNode(
              Opcodes.INVOKESTATIC,
              Code.RT + "Bulk",
              "arraycopy",
              "(" + O + "I" + O + "II" + T + "I)V",
              false);
      code.set(n, bulk);
      after(bulk, Type.VOID_TYPE, site);
      return;
    }
    // Before anything is put in front of the call, by which a constructor's is recognised.
    InputKind input = w.library ? null : InputSites.classify(n);
    if (n.getOpcode() == Opcodes.INVOKESTATIC) {
      using(w, n.owner, n, site);
      usingByName(n, site);
    }
    SyncKind kind = w.library ? null : w.sites.classify(n);
    boolean indirect = !w.library && IndirectAccess.isMadeBy(n);
    if (!w.library && (kind != null || indirect || LibrarySteps.synchronises(n))) {
      operation(n, site, recorded(kind));
    } else if (!w.library && LibrarySteps.keepsState(n)) {
      operation(n, site, LibraryCalls.NO_LOOK);
    } else if (!w.library && AnyCollection.isCalledBy(n)) {
      perhapsOperation(n, site);
    } else if (isVirtual(n) && Operations.mayReachSynchronised(n)) {
      awaitFree(n);
    }
    Code calling = new Code();
    boolean loose = LooseAtomics.loads(n) || LooseAtomics.stores(n);
    if (w.fences != null && !loose && w.fences.before(n)) {
      calling.load(w.thread).push(site).call("Weak", "call", "(" + T + "I)V");
    }
    if (Operations.asksForHash(n)) {
      calling.op(Opcodes.DUP).load(w.thread).call("Hashes", "renew", "(" + O + T + ")V");
    }
    boolean direct = w.fences == null || w.fences.reachesWoven(n);
    calling.load(w.thread).push(direct ? tag(n.owner, n.name, n.desc) : 0);
    code.insertBefore(n, calling.call("Values", "calling", "(" + T + "I)V").list());
    after(n, Type.getReturnType(n.desc), site);
    if (input != null) {
      input(n, input);
    }
    if (indirect && IndirectAccess.changes(n.owner, n.name)) {
      code.insert(n, changed(n).list());
    }
    if (kind != null && kind.point() == SyncKind.Point.AFTER) {
      code.insert(n, acquired(n, kind).list());
    }
  }

  /** The event that an operation has in a recording, as {@code LibraryCalls.operation} wants it. */
  private static int recorded(SyncKind kind) {
    if (kind != null && kind.point() == SyncKind.Point.BEFORE) {
      return kind.code();
    }
    boolean after = kind != null && kind.point() == SyncKind.Point.AFTER;
    return after ? LibraryCalls.EVENT_AFTER : LibraryCalls.NO_EVENT;
  }

  private static boolean isVirtual(MethodInsnNode n) {
    return n.getOpcode() == Opcodes.INVOKEVIRTUAL || n.getOpcode() == Opcodes.INVOKEINTERFACE;
  }

  /** Puts the recorded value in place of the one that the call returned. */
  private void input(MethodInsnNode n, InputKind kind) {
    Code c = new Code();
    if (kind.isArgument()) {
      // new Random() becomes new Random(seed): the seed that the recorder drew comes back here.
      String fresh = kind == InputKind.DATE ? "freshTime" : "freshSeed";
      c.call("Inputs", fresh, "()J").push(kind.code()).call("Inputs", "input", "(JI)J");
      w.method.instructions.insertBefore(n, c.list());
      n.desc = "(J)V";
    } else {
      String type = Type.getReturnType(n.desc).getDescriptor();
      c.push(kind.code()).call("Inputs", "input", "(" + type + "I)" + type);
      w.method.instructions.insert(n, c.list());
    }
  }

  void dynamic(AbstractInsnNode n, int index) {
    InvokeDynamicInsnNode d = (InvokeDynamicInsnNode) n;
    int site = w.site(index, "indy " + d.name + d.desc);
    if (w.fences != null) {
      Code freeze = new Code().load(w.thread).call("Weak", "freeze", "(" + T + ")V");
      w.method.instructions.insert(n, freeze.list());
    }
    after(n, Type.getReturnType(d.desc), site);
  }

  void using(String type, AbstractInsnNode n, int index) {
    if (mayRunInitialiser(w, type)) {
      using(w, type, n, w.site(index, "class " + type));
    }
  }

  static void using(MethodWeaver w, String type, AbstractInsnNode n, int site) {
    if (mayRunInitialiser(w, type)) {
      String hook = w.sites.initialisesOwner(n) ? "initialising" : "using";
      w.method.instructions.insertBefore(
          n,
          new Code()
              .ldc(Type.getObjectType(type))
              .push(site)
              .call("Initialising", hook, "(Ljava/lang/Class;I)V")
              .list());
    }
  }

  /** {@code Class.forName} runs the initialiser of a class that only its argument names. */
  private void usingByName(MethodInsnNode n, int site) {
    if (!w.library
        && n.owner.equals("java/lang/Class")
        && n.name.equals("forName")
        && n.desc.equals("(Ljava/lang/String;)Ljava/lang/Class;")) {
      Code c = new Code().op(Opcodes.DUP).ldc(Type.getObjectType(w.owner.name)).push(site);
      c.call("Initialising", "usingByName", "(Ljava/lang/String;Ljava/lang/Class;I)V");
      w.method.instructions.insertBefore(n, c.list());
    }
  }

  private static boolean mayRunInitialiser(MethodWeaver w, String type) {
    return !w.library && !type.equals(w.owner.name) && !type.startsWith("[") && !Jdk.owns(type);
  }

  /**
   * Sets the arguments aside, in the returned slot and those behind it, and doubles the receiver.
   */
  private int receiver(MethodInsnNode n, Code c) {
    Type[] args = Type.getArgumentTypes(n.desc);
    int slots = 0;
    for (Type a : args) {
      slots += a.getSize();
    }
    int at = locals.scratch(slots) + slots;
    for (int i = args.length - 1; i >= 0; i--) {
      at -= args[i].getSize();
      c.var(args[i].getOpcode(Opcodes.ISTORE), at);
    }
    c.op(Opcodes.DUP);
    return at;
  }

  /** Waits under our eyes for a monitor that the call would wait for out of our sight. */
  private void awaitFree(MethodInsnNode n) {
    Code c = new Code();
    int at = receiver(n, c);
    c.load(w.thread).call("Locks", "awaitFree", "(" + O + T + ")V");
    for (Type a : Type.getArgumentTypes(n.desc)) {
      c.var(a.getOpcode(Opcodes.ILOAD), at);
      at += a.getSize();
    }
    w.method.instructions.insertBefore(n, c.list());
  }

  /**
   * The receiver tells when it is there whether the call is one step of a concurrent collection.
   */
  private void perhapsOperation(MethodInsnNode n, int site) {
    Code c = new Code();
    int at = receiver(n, c);
    c.load(w.thread).push(site).push(Operations.changes(n) ? 1 : 0);
    c.call("LibraryCalls", "collection", "(" + O + T + "IZ)V");
    for (Type a : Type.getArgumentTypes(n.desc)) {
      c.var(a.getOpcode(Opcodes.ILOAD), at);
      at += a.getSize();
      if (w.trace && a.getSort() >= Type.ARRAY) {
        c.op(Opcodes.DUP).load(w.thread).call("Values", "perhapsOperand", "(" + O + T + ")V");
      }
    }
    w.method.instructions.insertBefore(n, c.list());
  }

  /**
   * Behind an operation that acquires; whether it did is told by its result where that is known.
   */
  private Code acquired(MethodInsnNode n, SyncKind kind) {
    Type result = Type.getReturnType(n.desc);
    boolean says = result.getSort() == Type.BOOLEAN;
    boolean gives = result.getSort() >= Type.ARRAY && n.name.startsWith("poll");
    Code c = new Code();
    if (says || gives) {
      c.op(Opcodes.DUP);
    }
    c.load(w.thread).push(kind.code());
    return c.call("LibraryCalls", "acquired", "(" + (says ? "Z" : gives ? O : "") + T + "I)V");
  }

  /** Behind a write by reflection or raw memory; whether it was done its result may tell. */
  private Code changed(MethodInsnNode n) {
    boolean says = Type.getReturnType(n.desc) == Type.BOOLEAN_TYPE;
    Code c = new Code();
    if (says) {
      c.op(Opcodes.DUP);
    }
    return c.load(w.thread).call("Indirect", "changed", "(" + (says ? "Z" : "") + T + ")V");
  }

  /** Leaves the point before the call with the receiver known. */
  private void operation(MethodInsnNode n, int site, int recorded) {
    Code c = new Code();
    if (n.getOpcode() == Opcodes.INVOKESTATIC) {
      c.op(Opcodes.ACONST_NULL);
    } else {
      Type[] args = Type.getArgumentTypes(n.desc);
      int at = receiver(n, c);
      boolean told = LooseAtomics.stores(n) && !LooseAtomics.isOneVariable(n);
      if (told) {
        place(LooseAtomics.coordinates(n), at, c);
      }
      c.load(w.thread).push(site).push(recorded);
      String place = told ? O + "I" : "";
      c.call("LibraryCalls", hook(n) + (told ? "At" : ""), "(" + O + place + T + "II)V");
      for (Type a : args) {
        c.var(a.getOpcode(Opcodes.ILOAD), at);
        at += a.getSize();
        if (w.trace && a.getSort() >= Type.ARRAY) {
          c.op(Opcodes.DUP).load(w.thread).call("Values", "operand", "(" + O + T + ")V");
        }
      }
      w.method.instructions.insertBefore(n, c.list());
      return;
    }
    c.load(w.thread).push(site).push(recorded);
    c.call("LibraryCalls", "operation", "(" + O + T + "II)V");
    w.method.instructions.insertBefore(n, c.list());
  }

  /** What the operation was told of where it stores: an object or null, and an index or 0. */
  private static void place(Type[] coordinates, int at, Code c) {
    boolean object = coordinates.length > 0 && coordinates[0].getSort() >= Type.ARRAY;
    if (object) {
      c.load(at);
    } else {
      c.op(Opcodes.ACONST_NULL);
    }
    int index = object ? 1 : 0;
    if (index < coordinates.length) {
      c.var(Opcodes.ILOAD, at + index);
    } else {
      c.push(0);
    }
  }

  /** Not every operation on an atomic is a fence. */
  private static String hook(MethodInsnNode n) {
    if (LooseAtomics.loads(n)) {
      return "looking";
    }
    return LooseAtomics.releases(n)
        ? "releasing"
        : LooseAtomics.stores(n) ? "storing" : "operation";
  }

  private void after(AbstractInsnNode n, Type result, int site) {
    Code c = new Code();
    if (!w.trace) {
      c.load(w.thread).push(0).call("Values", "calling", "(" + T + "I)V");
    } else if (result == Type.VOID_TYPE) {
      c.load(w.thread).push(site).var(Opcodes.ILOAD, w.depth);
      c.call("Values", "result", "(" + T + "II)V");
    } else {
      c.op(Code.dup(result)).load(w.thread).push(site).var(Opcodes.ILOAD, w.depth);
      c.call("Values", "result", "(" + Code.hookType(result) + T + "II)V");
    }
    w.method.instructions.insert(n, c.list());
  }

  /**
   * Names a method by its name and descriptor, so that a callee can tell it was meant; a
   * constructor, which no subclass has in its place, by its class, too.
   */
  static int tag(String owner, String name, String desc) {
    int where = name.equals("<init>") ? owner.hashCode() : 0;
    int h = 31 * (31 * where + name.hashCode()) + desc.hashCode();
    return h == 0 ? 1 : h;
  }
}
