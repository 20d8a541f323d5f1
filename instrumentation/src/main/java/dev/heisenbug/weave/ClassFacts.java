package dev.heisenbug.weave;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;

/** The superclass, the field flags and the methods of one class. */
public final class ClassFacts {
  private final String superName;
  private final Map<String, Integer> fields = new HashMap<>();
  private final Set<String> methods = new HashSet<>();

  private ClassFacts(String superName) {
    this.superName = superName;
  }

  /** Reads the facts from a class file. */
  public static ClassFacts read(byte[] bytes) {
    ClassReader reader = new ClassReader(bytes);
    ClassFacts facts = new ClassFacts(reader.getSuperName());
    reader.accept(
        new ClassVisitor(Opcodes.ASM9) {
          @Override
          public FieldVisitor visitField(
              int access, String name, String desc, String signature, Object value) {
            facts.fields.put(name + ":" + desc, access);
            return null;
          }

          @Override
          public MethodVisitor visitMethod(
              int access, String name, String desc, String signature, String[] exceptions) {
            facts.methods.add(name + desc);
            return null;
          }
        },
        ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return facts;
  }

  public static ClassFacts of(ClassNode node) {
    ClassFacts facts = new ClassFacts(node.superName);
    for (FieldNode field : node.fields) {
      facts.fields.put(field.name + ":" + field.desc, field.access);
    }
    for (MethodNode method : node.methods) {
      facts.methods.add(method.name + method.desc);
    }
    return facts;
  }

  public String superName() {
    return superName;
  }

  /** Access flags of a declared field, or null. */
  public Integer field(String name, String desc) {
    return fields.get(name + ":" + desc);
  }

  /** Whether the class declares a method itself. */
  public boolean declares(String name, String desc) {
    return methods.contains(name + desc);
  }
}
