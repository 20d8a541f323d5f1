package dev.heisenbug.weave;

import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Recognises synchronisation operations of one class from class files alone, so that recording and
 * re-execution number them alike. Calls are judged by the static owner; an application class counts
 * as the first JDK class that it extends. A {@code synchronized} method is a {@link
 * SyncKind#MONITOR_ENTER} at its entry and has no instruction of its own.
 */
public final class SyncSites {
  /** Names for which the superclasses of an application class are looked up. */
  private static final Set<String> INHERITED =
      Set.of(
          "start",
          "join",
          "interrupt",
          "isInterrupted",
          "isAlive",
          "lock",
          "lockInterruptibly",
          "tryLock",
          "unlock",
          "acquire",
          "tryAcquire",
          "release",
          "await",
          "countDown",
          "signal",
          "signalAll",
          "execute",
          "submit",
          "invokeAll",
          "complete");

  private final String self;
  private final ClassFacts own;
  private final ClassLookup lookup;

  public SyncSites(ClassNode self, ClassLookup lookup) {
    this.self = self.name;
    this.own = ClassFacts.of(self);
    this.lookup = lookup;
  }

  /** Whether entering the method acquires a monitor. */
  public static boolean isSynchronized(MethodNode method) {
    return (method.access & Opcodes.ACC_SYNCHRONIZED) != 0
        && (method.access & Opcodes.ACC_NATIVE) == 0;
  }

  /** The kind of synchronisation operation that this instruction is, or null. */
  public SyncKind classify(AbstractInsnNode insn) {
    switch (insn.getOpcode()) {
      case Opcodes.MONITORENTER:
        return SyncKind.MONITOR_ENTER;
      case Opcodes.MONITOREXIT:
        return SyncKind.MONITOR_EXIT;
      case Opcodes.GETFIELD:
      case Opcodes.GETSTATIC:
        return isVolatile((FieldInsnNode) insn) ? SyncKind.VOLATILE_READ : null;
      case Opcodes.PUTFIELD:
      case Opcodes.PUTSTATIC:
        return isVolatile((FieldInsnNode) insn) ? SyncKind.VOLATILE_WRITE : null;
      case Opcodes.INVOKEVIRTUAL:
      case Opcodes.INVOKEINTERFACE:
      case Opcodes.INVOKESTATIC:
      case Opcodes.INVOKESPECIAL:
        return call((MethodInsnNode) insn);
      default:
        return null;
    }
  }

  /**
   * Whether the class that an instruction names is the one that it initialises: the one that
   * declares the static member, which may be a superclass.
   */
  public boolean initialisesOwner(AbstractInsnNode insn) {
    if (insn.getOpcode() == Opcodes.NEW) {
      return true;
    }
    if (insn instanceof MethodInsnNode) {
      MethodInsnNode call = (MethodInsnNode) insn;
      ClassFacts facts = facts(call.owner);
      return facts != null && facts.declares(call.name, call.desc);
    }
    FieldInsnNode field = (FieldInsnNode) insn;
    ClassFacts facts = facts(field.owner);
    return facts != null && facts.field(field.name, field.desc) != null;
  }

  private SyncKind call(MethodInsnNode call) {
    if (call.name.charAt(0) == '<') {
      return null;
    }
    SyncKind monitor = ofObject(call);
    if (monitor != null) {
      return monitor;
    }
    String owner = call.owner;
    if (!owner.startsWith("java/")) {
      owner = INHERITED.contains(call.name) ? jdkSuperclass(owner) : null;
    }
    return owner == null ? null : SyncApis.classify(owner, call.name, call.desc);
  }

  private static SyncKind ofObject(MethodInsnNode call) {
    if (call.getOpcode() == Opcodes.INVOKESTATIC) {
      return null;
    }
    switch (call.name + call.desc) {
      case "wait()V":
      case "wait(J)V":
      case "wait(JI)V":
        return SyncKind.WAIT;
      case "notify()V":
        return SyncKind.NOTIFY;
      case "notifyAll()V":
        return SyncKind.NOTIFY_ALL;
      default:
        return null;
    }
  }

  private String jdkSuperclass(String owner) {
    String at = owner;
    for (int steps = 0; at != null && steps < 50; steps++) {
      if (at.startsWith("java/")) {
        return at;
      }
      ClassFacts facts = facts(at);
      at = facts == null ? null : facts.superName();
    }
    return null;
  }

  private boolean isVolatile(FieldInsnNode access) {
    String at = access.owner;
    for (int steps = 0; at != null && !at.startsWith("java/") && steps < 50; steps++) {
      ClassFacts facts = facts(at);
      if (facts == null) {
        return false;
      }
      Integer flags = facts.field(access.name, access.desc);
      if (flags != null) {
        return (flags & Opcodes.ACC_VOLATILE) != 0;
      }
      at = facts.superName();
    }
    return false;
  }

  private ClassFacts facts(String name) {
    return name.equals(self) ? own : lookup.find(name);
  }
}
