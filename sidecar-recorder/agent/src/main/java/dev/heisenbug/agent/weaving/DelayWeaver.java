package dev.heisenbug.agent.weaving;

import dev.heisenbug.weave.Constructors;
import dev.heisenbug.weave.Elements;
import dev.heisenbug.weave.Frames;
import dev.heisenbug.weave.LooseAtomics;
import dev.heisenbug.weave.SyncSites;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Puts calls in place of plain stores, so that they can be executed late, and fences around. */
final class DelayWeaver {
  private static final String DELAYS = "dev/heisenbug/agent/rt/Delays";
  private static final String O = "Ljava/lang/Object;";
  private static final Set<String> HARMLESS =
      Set.of(
          "java/lang/String",
          "java/lang/Math",
          "java/lang/Integer",
          "java/lang/Long",
          "java/lang/Boolean",
          "java/lang/Character",
          "java/lang/Double");
  private final ClassNode owner;
  private final MethodNode method;
  private final SyncSites sites;
  private final int scratch;
  private final HandleDelays handles;
  private boolean stores;

  DelayWeaver(ClassNode owner, MethodNode method, SyncSites sites) {
    this.owner = owner;
    this.method = method;
    this.sites = sites;
    scratch = method.maxLocals;
    handles = new HandleDelays(method, scratch);
  }

  static boolean supports(ClassNode owner) {
    return (owner.version & 0xffff) >= Opcodes.V1_5;
  }

  /**
   * @param original the instructions that the class file has
   */
  void weave(AbstractInsnNode[] original) {
    boolean constructor = method.name.equals("<init>");
    AbstractInsnNode usable = RecordWeaver.usableAfter(method);
    boolean reached = !constructor;
    for (AbstractInsnNode insn : original) {
      if (insn == usable) {
        reached = true;
      } else if (reached) {
        weave(insn, constructor);
      }
    }
    method.maxLocals += HandleDelays.LOCALS;
    if (stores && !constructor) {
      Frames.onThrow(method, drain());
    }
  }

  private void weave(AbstractInsnNode insn, boolean constructor) {
    int op = insn.getOpcode();
    if (insn instanceof MethodInsnNode && loose((MethodInsnNode) insn)) {
      return;
    }
    boolean returns = op >= Opcodes.IRETURN && op <= Opcodes.RETURN;
    if (returns ? !constructor || Constructors.freeze(owner) : fences(insn)) {
      method.instructions.insertBefore(insn, drain());
    } else if (op == Opcodes.GETFIELD || op == Opcodes.GETSTATIC) {
      read((FieldInsnNode) insn);
    } else if (op == Opcodes.PUTFIELD || op == Opcodes.PUTSTATIC) {
      write((FieldInsnNode) insn);
    } else if (op >= Opcodes.IALOAD && op <= Opcodes.SALOAD) {
      InsnList code = new InsnList();
      code.add(new InsnNode(Opcodes.DUP2));
      code.add(hook("get", "(" + O + "I)V"));
      method.instructions.insertBefore(insn, code);
    } else if (op >= Opcodes.IASTORE && op <= Opcodes.SASTORE) {
      element(insn);
    }
  }

  /** Synchronisation, and calls that may leave woven code; one fence too many does no harm. */
  private boolean fences(AbstractInsnNode insn) {
    int op = insn.getOpcode();
    if (op == Opcodes.PUTFIELD || op == Opcodes.PUTSTATIC) {
      return sites.classify(insn) != null;
    }
    if (op == Opcodes.MONITORENTER || op == Opcodes.MONITOREXIT || op == Opcodes.INVOKEDYNAMIC) {
      return true;
    }
    if (!(insn instanceof MethodInsnNode)) {
      return false;
    }
    MethodInsnNode call = (MethodInsnNode) insn;
    if (sites.classify(insn) != null) {
      return true;
    }
    boolean jdk = call.owner.startsWith("java");
    return call.name.equals("<init>")
        ? jdk && !call.owner.equals("java/lang/Object") && !call.owner.equals("java/lang/Record")
        : !isOwn(call) && !HARMLESS.contains(call.owner);
  }

  /** Whether a call stays in this class: an inherited method is named by it, too. */
  private boolean isOwn(MethodInsnNode call) {
    for (MethodNode m : owner.methods) {
      if (m.name.equals(call.name) && m.desc.equals(call.desc)) {
        return call.owner.equals(owner.name);
      }
    }
    return false;
  }

  /** Operations of atomics that are no fences: loads, and stores that may be late. */
  private boolean loose(MethodInsnNode call) {
    InsnList code = new InsnList();
    if (!LooseAtomics.isOneVariable(call)) {
      boolean late = handles.weave(call);
      stores |= late && LooseAtomics.stores(call);
      return late;
    }
    if (LooseAtomics.loads(call)) {
      code.add(new InsnNode(Opcodes.DUP));
      code.add(new LdcInsnNode(LooseAtomics.FIELD));
      code.add(hook("get", "(" + O + "Ljava/lang/String;)V"));
      method.instructions.insertBefore(call, code);
      return true;
    }
    if (!LooseAtomics.stores(call)) {
      return false;
    }
    Type type = Type.getArgumentTypes(call.desc)[0];
    late(code, type, call.owner, LooseAtomics.FIELD);
    method.instructions.insertBefore(call, code);
    String desc = "(" + O + widened(type) + "Ljava/lang/Class;Ljava/lang/String;)V";
    method.instructions.set(call, hook(LooseAtomics.releases(call) ? "release" : "loose", desc));
    stores = true;
    return true;
  }

  /** An object and a value are on the stack; it goes on as it is, or throws what a store would. */
  private void late(InsnList code, Type type, String owner, String field) {
    code.add(new VarInsnNode(type.getOpcode(Opcodes.ISTORE), scratch));
    code.add(new InsnNode(Opcodes.DUP));
    code.add(
        new MethodInsnNode(
            Opcodes.INVOKEVIRTUAL, "java/lang/Object", "getClass", "()Ljava/lang/Class;", false));
    code.add(new InsnNode(Opcodes.POP));
    code.add(new VarInsnNode(type.getOpcode(Opcodes.ILOAD), scratch));
    code.add(new LdcInsnNode(Type.getObjectType(owner)));
    code.add(new LdcInsnNode(field));
  }

  private void read(FieldInsnNode insn) {
    InsnList code = new InsnList();
    boolean isStatic = insn.getOpcode() == Opcodes.GETSTATIC;
    code.add(new InsnNode(isStatic ? Opcodes.ACONST_NULL : Opcodes.DUP));
    code.add(new LdcInsnNode(insn.name));
    code.add(hook("get", "(" + O + "Ljava/lang/String;)V"));
    method.instructions.insertBefore(insn, code);
  }

  private void write(FieldInsnNode insn) {
    if (isFinal(insn)) {
      return;
    }
    Type type = Type.getType(insn.desc);
    InsnList code = new InsnList();
    if (insn.getOpcode() == Opcodes.PUTFIELD) {
      late(code, type, insn.owner, insn.name);
    } else {
      code.add(new VarInsnNode(type.getOpcode(Opcodes.ISTORE), scratch));
      code.add(new InsnNode(Opcodes.ACONST_NULL));
      code.add(new VarInsnNode(type.getOpcode(Opcodes.ILOAD), scratch));
      code.add(new LdcInsnNode(Type.getObjectType(insn.owner)));
      code.add(new LdcInsnNode(insn.name));
    }
    method.instructions.insertBefore(insn, code);
    String desc = "(" + O + widened(type) + "Ljava/lang/Class;Ljava/lang/String;)V";
    method.instructions.set(insn, hook("put", desc));
    stores = true;
  }

  /** Also static fields of other classes: storing them would have to run the initialiser. */
  private boolean isFinal(FieldInsnNode insn) {
    if (!insn.owner.equals(owner.name)) {
      return insn.getOpcode() == Opcodes.PUTSTATIC;
    }
    for (FieldNode f : owner.fields) {
      if (f.name.equals(insn.name) && f.desc.equals(insn.desc)) {
        return (f.access & Opcodes.ACC_FINAL) != 0;
      }
    }
    return insn.getOpcode() == Opcodes.PUTSTATIC;
  }

  private void element(AbstractInsnNode insn) {
    Type type = Elements.stored(insn.getOpcode());
    InsnList code = new InsnList();
    code.add(new VarInsnNode(type.getOpcode(Opcodes.ISTORE), scratch));
    // Throws here what the store would throw.
    code.add(new InsnNode(Opcodes.DUP2));
    code.add(new InsnNode(Elements.load(insn.getOpcode())));
    code.add(new InsnNode(type.getSize() == 2 ? Opcodes.POP2 : Opcodes.POP));
    code.add(new VarInsnNode(type.getOpcode(Opcodes.ILOAD), scratch));
    method.instructions.insertBefore(insn, code);
    method.instructions.set(insn, hook("put", "(" + O + "I" + widened(type) + ")V"));
    stores = true;
  }

  static String widened(Type type) {
    switch (type.getSort()) {
      case Type.LONG:
      case Type.FLOAT:
      case Type.DOUBLE:
        return type.getDescriptor();
      case Type.ARRAY:
      case Type.OBJECT:
        return O;
      default:
        return "I";
    }
  }

  private static InsnList drain() {
    InsnList code = new InsnList();
    code.add(hook("drain", "()V"));
    return code;
  }

  private static MethodInsnNode hook(String name, String desc) {
    return new MethodInsnNode(Opcodes.INVOKESTATIC, DELAYS, name, desc, false);
  }
}
