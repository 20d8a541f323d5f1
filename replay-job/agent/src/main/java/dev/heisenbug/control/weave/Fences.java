package dev.heisenbug.control.weave;

import dev.heisenbug.weave.ClassFilter;
import dev.heisenbug.weave.LibrarySteps;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Tells calls before which delayed stores must be visible: those that may reach code that is not
 * woven, which may synchronise or store without the buffer's knowledge.
 *
 * <p>A call that hands over nothing but numbers and immutable values cannot do so.
 */
final class Fences {
  private static final Set<String> IMMUTABLE =
      Set.of(
          "java/lang/String",
          "java/lang/Integer",
          "java/lang/Long",
          "java/lang/Short",
          "java/lang/Byte",
          "java/lang/Character",
          "java/lang/Boolean",
          "java/lang/Double",
          "java/lang/Float",
          "java/lang/Number",
          "java/lang/Class",
          "java/lang/Enum",
          "java/lang/Math",
          "java/math/BigInteger",
          "java/math/BigDecimal",
          "java/time/Duration",
          "java/time/Instant");

  /** Calls that do nothing but call back what they are given. */
  private static final Set<String> HARMLESS = Set.of("java/util/Objects");

  private final ClassNode self;
  private final ClassLoader loader;
  private final ClassFilter filter;
  private final Function<String, InputStream> resources;
  private final Map<String, Declared> known = new HashMap<>();

  Fences(
      ClassNode self,
      ClassLoader loader,
      ClassFilter filter,
      Function<String, InputStream> resources) {
    this.self = self;
    this.loader = loader;
    this.filter = filter;
    this.resources = resources;
  }

  /** Whether the call needs a fence before it. */
  boolean before(MethodInsnNode n) {
    if (HARMLESS.contains(n.owner) || n.owner.startsWith("[") || !handsOver(n)) {
      return false;
    }
    return !reachesWoven(n) || level(n.owner) == Level.APPLICATION && !declares(n);
  }

  /** Whether the callee is woven as far as its static type tells. */
  boolean reachesWoven(MethodInsnNode n) {
    switch (level(n.owner)) {
      case APPLICATION:
        return true;
      case LIBRARY_DATA:
        return n.getOpcode() != Opcodes.INVOKEINTERFACE
            && !n.owner.contains("/Abstract")
            && !n.owner.equals("java/util/Dictionary")
            && !LibrarySteps.synchronises(n);
      default:
        return false;
    }
  }

  private Level level(String owner) {
    return owner.equals(self.name) && !Jdk.owns(owner)
        ? Level.APPLICATION
        : Levels.of(owner, filter.accepts(owner, loader));
  }

  private static boolean handsOver(MethodInsnNode n) {
    boolean receiver =
        n.getOpcode() != Opcodes.INVOKESTATIC
            && !n.name.equals("<init>")
            && !IMMUTABLE.contains(n.owner);
    if (receiver) {
      return true;
    }
    for (Type t : Type.getArgumentTypes(n.desc)) {
      if (t.getSort() == Type.ARRAY
          || t.getSort() == Type.OBJECT && !IMMUTABLE.contains(t.getInternalName())) {
        return true;
      }
    }
    return false;
  }

  /** Whether the program itself has the method's code, not a class or interface of the JDK. */
  private boolean declares(MethodInsnNode n) {
    String method = n.name + n.desc;
    String at = n.owner;
    for (int i = 0; i < 50 && at != null && level(at) == Level.APPLICATION; i++) {
      Declared d = known.computeIfAbsent(at, this::read);
      if (d.methods.contains(method)) {
        return true;
      }
      at = d.superName;
    }
    return n.getOpcode() == Opcodes.INVOKEINTERFACE;
  }

  private Declared read(String name) {
    Declared d = new Declared();
    if (name.equals(self.name)) {
      self.accept(d);
      return d;
    }
    try (InputStream in = resources.apply(name + ".class")) {
      if (in != null) {
        new ClassReader(in)
            .accept(d, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
      }
    } catch (IOException | RuntimeException e) {
      // As if it declared nothing: one fence too many does no harm.
    }
    return d;
  }

  /** The methods of a class that have code in Java. */
  private static final class Declared extends ClassVisitor {
    final Set<String> methods = new HashSet<>();
    String superName;

    Declared() {
      super(Opcodes.ASM9);
    }

    @Override
    public void visit(
        int version, int access, String name, String signature, String parent, String[] types) {
      superName = parent;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String desc, String signature, String[] exceptions) {
      if ((access & Opcodes.ACC_NATIVE) == 0) {
        methods.add(name + desc);
      }
      return null;
    }
  }
}
