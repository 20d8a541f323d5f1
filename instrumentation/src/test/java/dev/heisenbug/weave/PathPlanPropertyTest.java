package dev.heisenbug.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

class PathPlanPropertyTest {
  private static final PathRuntime RUNTIME =
      PathRuntime.anonymous("dev/heisenbug/weave/Probe", "dev/heisenbug/weave/Probe");

  @Property(tries = 400)
  void wovenMethodsBehaveTheSameAndTokensDetermineTheControlFlow(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 25) int blocks) throws Exception {
    byte[] original = RandomMethods.generate(seed, blocks);
    Method plain = load(original);
    Method woven = load(weave(original));
    Map<List<String>, List<Integer>> traceOfTokens = new HashMap<>();
    Random random = new Random(seed);
    for (int run = 0; run < 25; run++) {
      int[] inputs = random.ints(12, 0, 40).toArray();
      String expected = call(plain, inputs);
      List<Integer> visits = List.copyOf(Probe.visits);
      String actual = call(woven, inputs);
      assertThat(actual).isEqualTo(expected);
      assertThat(Probe.visits).isEqualTo(visits);
      if (!expected.equals("stopped")) {
        List<Integer> other = traceOfTokens.put(List.copyOf(Probe.tokens), visits);
        if (other != null) {
          assertThat(other).as("two ways with the tokens %s", Probe.tokens).isEqualTo(visits);
        }
      }
    }
  }

  @Property(tries = 400)
  void tokensOfSilentLoopsComeInTheSameOrderWhenCollected(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 25) int blocks) throws Exception {
    byte[] original = RandomMethods.generate(seed, blocks);
    Method plain = load(weave(original));
    Method collecting = load(weave(original, PathPlanPropertyTest::silent));
    Random random = new Random(seed);
    for (int run = 0; run < 25; run++) {
      int[] inputs = random.ints(12, 0, 40).toArray();
      String expected = call(plain, inputs);
      List<String> tokens = Probe.tokens.stream().map(t -> t.replace('l', 'p')).toList();
      assertThat(call(collecting, inputs)).isEqualTo(expected);
      assertThat(Probe.tokens.stream().map(t -> t.replace('l', 'p'))).isEqualTo(tokens);
    }
  }

  @Property(tries = 400)
  void tokensOfTwinsComeInTheSameOrder(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 12) int blocks,
      @ForAll @IntRange(min = 1, max = 3) int others)
      throws Exception {
    byte[] original = RandomMethods.generateSeveral(seed, blocks, others);
    Method plain = load(weave(original));
    Method handing = load(weaveTwins(original));
    Random random = new Random(seed);
    for (int run = 0; run < 25; run++) {
      int[] inputs = random.ints(12, 0, 40).toArray();
      String expected = call(plain, inputs);
      List<String> tokens = Probe.tokens.stream().map(t -> t.replace('l', 'p')).toList();
      assertThat(call(handing, inputs)).isEqualTo(expected);
      assertThat(Probe.tokens.stream().map(t -> t.replace('l', 'p'))).isEqualTo(tokens);
    }
  }

  private static byte[] weaveTwins(byte[] original) {
    ClassNode node = RandomMethods.read(original);
    Map<MethodNode, PathPlan> plans = new LinkedHashMap<>();
    node.methods.forEach(method -> plans.put(method, PathPlan.of(node.name, method)));
    Twins twins = Twins.of(node, plans, PathPlanPropertyTest::silentBesideCalls, insn -> true);
    List<MethodNode> copies = twins.copies(RUNTIME);
    int width = twins.width();
    plans.forEach((method, plan) -> weave(method, plan, twins, false, width));
    copies.forEach(copy -> weave(copy, PathPlan.of(node.name, copy), twins, true, width));
    node.methods.addAll(copies);
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    node.accept(writer);
    return writer.toByteArray();
  }

  private static void weave(
      MethodNode method, PathPlan plan, Twins twins, boolean isTwin, int width) {
    plan.apply(method, RUNTIME, twins::isSilent, false, twins.handing(method, plan), isTwin, width);
  }

  private static boolean silentBesideCalls(AbstractInsnNode insn) {
    return silent(insn)
        && (!(insn instanceof MethodInsnNode) || !((MethodInsnNode) insn).name.startsWith("other"));
  }

  private static boolean silent(AbstractInsnNode insn) {
    return !(insn instanceof MethodInsnNode) || !((MethodInsnNode) insn).name.equals("mayThrow");
  }

  @Property(tries = 400)
  void everyPathNumberDecodesToItsOwnBranches(
      @ForAll long seed, @ForAll @IntRange(min = 2, max = 18) int blocks) {
    ClassNode node = RandomMethods.read(RandomMethods.generate(seed, blocks));
    PathPlan plan = PathPlan.of(node.name, node.methods.get(0));
    if (!plan.emitsPaths()) {
      return;
    }
    long count = Math.min(plan.pathCount(), 300);
    for (int a = 0; a < count; a++) {
      assertThat(plan.firstDifference(a, a)).isNull();
      if (a > 0) {
        Difference difference = plan.firstDifference(a - 1, a);
        assertThat(difference).isNotNull();
        assertThat(difference.first()).isNotEqualTo(difference.second());
      }
    }
    for (int a = 0; a < count; a++) {
      List<Edge> edges = new ArrayList<>(plan.numbering.edgesOf(a));
      int sum = plan.numbering.startOf(a) + edges.stream().mapToInt(e -> e.value).sum();
      Block last = edges.isEmpty() ? null : edges.get(edges.size() - 1).to;
      boolean cut = !edges.isEmpty() && edges.get(edges.size() - 1).cut;
      int exit = last == null || cut ? 0 : plan.numbering.exitValue[last.index];
      assertThat(last == null ? a : sum + exit).isEqualTo(a);
    }
  }

  private static byte[] weave(byte[] original) {
    return weave(original, insn -> false);
  }

  private static byte[] weave(byte[] original, Predicate<AbstractInsnNode> silent) {
    ClassNode node = RandomMethods.read(original);
    for (MethodNode method : node.methods) {
      PathPlan.of(node.name, method).apply(method, RUNTIME, silent, true, Map.of(), false, 1);
    }
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    node.accept(writer);
    return writer.toByteArray();
  }

  private static Method load(byte[] bytes) throws Exception {
    ClassLoader loader =
        new ClassLoader(PathPlanPropertyTest.class.getClassLoader()) {
          @Override
          protected Class<?> findClass(String name) {
            return defineClass(name, bytes, 0, bytes.length);
          }
        };
    return loader.loadClass(RandomMethods.NAME.replace('/', '.')).getMethod("run");
  }

  private static String call(Method method, int[] inputs) throws Exception {
    Probe.reset(inputs, 300);
    try {
      return "returned " + method.invoke(null);
    } catch (InvocationTargetException e) {
      return e.getCause() instanceof Probe.Stop
          ? "stopped"
          : "threw " + e.getCause().getClass().getName();
    }
  }
}
