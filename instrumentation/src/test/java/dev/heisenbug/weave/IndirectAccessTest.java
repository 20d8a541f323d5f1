package dev.heisenbug.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

class IndirectAccessTest {
  /** What is looked at. */
  static final class Sample {
    void methods(Method method, Object target) throws ReflectiveOperationException {
      if (!method.canAccess(target) && method.getName().isEmpty()) {
        method.setAccessible(true);
      }
      method.invoke(target);
    }

    void fields(Field field, Object target) throws ReflectiveOperationException {
      field.getModifiers();
      field.setInt(target, field.getInt(target) + 1);
      Array.set(target, 0, Array.get(target, Array.getLength(target)));
    }
  }

  @Test
  void accessibilityAndCallsAreShared() throws Exception {
    assertThat(of("methods")).containsExactly("canAccess", "setAccessible changes", "invoke");
  }

  @Test
  void whatIsAskedAboutAFieldIsNoAccess() throws Exception {
    assertThat(of("fields")).containsExactly("getInt", "setInt changes", "get", "set changes");
  }

  @Test
  void rawMemoryIsAccessedByAddress() {
    assertThat(raw("compareAndSwapInt", "(Ljava/lang/Object;JII)Z")).isTrue();
    assertThat(raw("getObjectVolatile", "(Ljava/lang/Object;J)Ljava/lang/Object;")).isTrue();
    assertThat(raw("putByte", "(JB)V")).isTrue();
    assertThat(raw("getUnsafe", "()Lsun/misc/Unsafe;")).isFalse();
    assertThat(raw("objectFieldOffset", "(Ljava/lang/reflect/Field;)J")).isFalse();
    assertThat(IndirectAccess.changes("sun/misc/Unsafe", "getAndAddInt")).isTrue();
    assertThat(IndirectAccess.changes("sun/misc/Unsafe", "getIntVolatile")).isFalse();
  }

  private static boolean raw(String name, String desc) {
    return IndirectAccess.isMadeBy(new MethodInsnNode(182, "sun/misc/Unsafe", name, desc, false));
  }

  private static List<String> of(String wanted) throws IOException {
    ClassNode node = new ClassNode();
    try (InputStream in = Sample.class.getResourceAsStream("IndirectAccessTest$Sample.class")) {
      new ClassReader(in).accept(node, 0);
    }
    List<String> found = new ArrayList<>();
    for (MethodNode method : node.methods) {
      for (AbstractInsnNode insn : method.instructions) {
        if (method.name.equals(wanted) && IndirectAccess.isMadeBy(insn)) {
          MethodInsnNode n = (MethodInsnNode) insn;
          found.add(n.name + (IndirectAccess.changes(n.owner, n.name) ? " changes" : ""));
        }
      }
    }
    return found;
  }
}
