package dev.heisenbug.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.ClassNode;

class MethodReferencesTest {
  /** References of every kind; run as compiled and as changed. */
  public static final class Subject implements Supplier<String> {
    interface Twice {
      Function<String, String> UP = String::toUpperCase;
    }

    @Override
    public String get() {
      List<Object> seen = new ArrayList<>();
      List.of(3, 1, 2).forEach(seen::add);
      AtomicInteger count = new AtomicInteger();
      Supplier<Integer> next = count::incrementAndGet;
      next.get();
      ToIntFunction<String> length = String::length;
      Function<String, Integer> parse = Integer::parseInt;
      Function<Integer, List<Object>> make = ArrayList::new;
      Supplier<Object> self = this::toString;
      Function<String, Long> wide = Long::parseLong;
      return seen
          + " "
          + count
          + " "
          + length.applyAsInt("four")
          + " "
          + parse.apply("12")
          + " "
          + make.apply(2)
          + " "
          + self.get()
          + " "
          + wide.apply("5")
          + " "
          + Twice.UP.apply("x");
    }

    @Override
    public String toString() {
      return "subject";
    }
  }

  @Test
  void changedReferencesDoTheSame() throws Exception {
    ClassNode node = read(Subject.class);
    int before = node.methods.size();
    MethodReferences.desugar(node);
    assertThat(node.methods).hasSizeGreaterThan(before + 3);
    ClassNode twice = read(Subject.Twice.class);
    MethodReferences.desugar(twice);
    Changed loader = new Changed(List.of(node, twice));
    Object changed = loader.loadClass(Subject.class.getName()).getConstructor().newInstance();
    assertThat(changed).isNotInstanceOf(Subject.class);
    assertThat(((Supplier<?>) changed).get()).isEqualTo(new Subject().get());
  }

  /** Defines the given classes itself. */
  private static final class Changed extends ClassLoader {
    private final List<ClassNode> nodes;

    Changed(List<ClassNode> nodes) {
      super(MethodReferencesTest.class.getClassLoader());
      this.nodes = nodes;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      for (ClassNode node : nodes) {
        if (node.name.replace('/', '.').equals(name) && findLoadedClass(name) == null) {
          ClassWriter writer = new ClassWriter(0);
          node.accept(writer);
          byte[] bytes = writer.toByteArray();
          return defineClass(name, bytes, 0, bytes.length);
        }
      }
      Class<?> own = findLoadedClass(name);
      return own != null ? own : super.loadClass(name, resolve);
    }
  }

  private static ClassNode read(Class<?> c) throws Exception {
    ClassNode node = new ClassNode();
    try (InputStream in = c.getResourceAsStream("/" + c.getName().replace('.', '/') + ".class")) {
      new ClassReader(in).accept(node, ClassReader.EXPAND_FRAMES);
    }
    return node;
  }
}
