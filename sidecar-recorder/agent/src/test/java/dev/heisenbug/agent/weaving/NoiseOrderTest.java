package dev.heisenbug.agent.weaving;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.agent.rt.Settings;
import dev.heisenbug.weave.ResourceLookup;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Where pauses stand: a recording whose stamps lie before a pause would mislead. */
class NoiseOrderTest {
  /** What the test looks at in woven form. */
  static final class Sample {
    private final Object fixed = new Object();
    private volatile Object shown;

    void show() {
      shown = fixed;
    }
  }

  @Test
  void aPauseStandsBeforeTheStampOfAVolatileWrite() throws Exception {
    assertThat(order()).containsSubsequence("noise", "sync", "write shown");
    assertThat(order()).doesNotContainSequence("sync", "noise");
  }

  @Test
  void thereIsNoneAtAFieldThatNeverChanges() throws Exception {
    List<String> order = order();
    assertThat(order.subList(0, order.indexOf("read fixed"))).doesNotContain("noise");
  }

  private static List<String> order() throws Exception {
    String name = Sample.class.getName().replace('.', '/');
    byte[] woven;
    try (InputStream in = Sample.class.getResourceAsStream("/" + name + ".class")) {
      ResourceLookup lookup = new ResourceLookup(Sample.class.getClassLoader());
      woven = new RecordWeaver(Settings.parse("noise=7"), lookup).weave(in.readAllBytes());
    }
    ClassNode node = new ClassNode();
    new ClassReader(woven).accept(node, 0);
    List<String> order = new ArrayList<>();
    for (MethodNode method : node.methods) {
      if (method.name.equals("show")) {
        for (AbstractInsnNode insn : method.instructions) {
          note(insn, order);
        }
      }
    }
    return order;
  }

  private static void note(AbstractInsnNode insn, List<String> order) {
    if (insn instanceof FieldInsnNode) {
      FieldInsnNode field = (FieldInsnNode) insn;
      order.add((insn.getOpcode() == Opcodes.GETFIELD ? "read " : "write ") + field.name);
    } else if (insn instanceof MethodInsnNode) {
      MethodInsnNode call = (MethodInsnNode) insn;
      order.add(call.owner.endsWith("/Noise") ? "noise" : call.name);
    }
  }
}
