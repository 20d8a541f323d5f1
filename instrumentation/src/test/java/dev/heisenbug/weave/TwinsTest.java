package dev.heisenbug.weave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.InputStream;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** A program must not notice that some of its calls go to twins. */
class TwinsTest {
  /** Calls itself in all the ways that hand over. */
  public static final class Sample implements IntUnaryOperator {
    private Sample next;

    @Override
    public int applyAsInt(int n) {
      Sample first = new Sample();
      Sample last = first;
      for (int i = 0; i < n; i++) {
        last.next = new Sample();
        last = last.next;
      }
      return first.length() + fibonacci(n) + fail(n);
    }

    private static int fibonacci(int n) {
      return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
    }

    private int fail(int n) {
      return n == 0 ? next.length() : fail(n - 1);
    }

    int length() {
      return next == null ? 1 : 1 + next.length();
    }
  }

  private ClassNode node;

  @BeforeEach
  void reset() {
    Probe.reset(new int[1], 0);
  }

  @Test
  void stackTracesAndMessagesAreThoseOfTheProgram() throws Exception {
    Throwable expected = catchThrowable(() -> new Sample().applyAsInt(5));
    IntUnaryOperator woven = woven();
    Throwable actual = catchThrowable(() -> woven.applyAsInt(5));
    assertThat(actual).isInstanceOf(NullPointerException.class).hasMessage(expected.getMessage());
    assertThat(frames(actual)).isEqualTo(frames(expected));
  }

  @Test
  void twinsArePrivateAndSynthetic() throws Exception {
    Class<?> woven = woven().getClass();
    assertThat(woven.getDeclaredMethods())
        .filteredOn(m -> Arrays.asList(m.getParameterTypes()).contains(Probe.class))
        .extracting(m -> m.getName())
        .containsExactlyInAnyOrder("fibonacci", "fail", "length");
    assertThat(woven.getDeclaredMethods())
        .filteredOn(m -> Arrays.asList(m.getParameterTypes()).contains(Probe.class))
        .allMatch(m -> m.isSynthetic() && Modifier.isPrivate(m.getModifiers()));
  }

  private static List<String> frames(Throwable thrown) {
    return Arrays.stream(thrown.getStackTrace())
        .filter(f -> f.getClassName().equals(Sample.class.getName()))
        .map(f -> f.getMethodName() + ":" + f.getLineNumber())
        .toList();
  }

  private IntUnaryOperator woven() throws Exception {
    String name = Sample.class.getName();
    try (InputStream in =
        TwinsTest.class.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
      node = RandomMethods.read(in.readAllBytes());
    }
    byte[] bytes = weave();
    ClassLoader loader =
        new ClassLoader(TwinsTest.class.getClassLoader()) {
          @Override
          protected Class<?> loadClass(String wanted, boolean resolve)
              throws ClassNotFoundException {
            return wanted.equals(name)
                ? defineClass(name, bytes, 0, bytes.length)
                : super.loadClass(wanted, resolve);
          }
        };
    return (IntUnaryOperator) loader.loadClass(name).getConstructor().newInstance();
  }

  private byte[] weave() {
    PathRuntime runtime = PathRuntime.anonymous(Probe.NAME, Probe.NAME);
    Map<MethodNode, PathPlan> plans = new LinkedHashMap<>();
    node.methods.forEach(method -> plans.put(method, PathPlan.of(node.name, method)));
    Twins twins = Twins.of(node, plans, insn -> !(insn instanceof MethodInsnNode), insn -> true);
    List<MethodNode> copies = twins.copies(runtime);
    int width = twins.width();
    plans.forEach(
        (m, p) -> p.apply(m, runtime, twins::isSilent, false, twins.handing(m, p), false, width));
    for (MethodNode copy : copies) {
      PathPlan plan = PathPlan.of(node.name, copy);
      plan.apply(copy, runtime, twins::isSilent, false, twins.handing(copy, plan), true, width);
    }
    node.methods.addAll(copies);
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    node.accept(writer);
    return writer.toByteArray();
  }
}
