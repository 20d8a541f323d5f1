package dev.heisenbug.agent.weaving;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.agent.rt.Settings;
import dev.heisenbug.weave.ResourceLookup;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.lang.reflect.Method;
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

    static void insert(List<String> list, int index, String element) {
      list.add(index, element);
    }

    static Object call(Method method) throws ReflectiveOperationException {
      return method.invoke(null);
    }

    static int read(RandomAccessFile file, long at) throws IOException {
      file.seek(at);
      return file.readInt();
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

  @Test
  void aCallOnAnyCollectionPausesIfTheReceiverSaysSo() throws Exception {
    assertThat(order("insert")).containsSubsequence("noise collection", "add");
  }

  @Test
  void aCallByReflectionPauses() throws Exception {
    assertThat(order("call")).containsSubsequence("noise", "invoke");
  }

  @Test
  void soDoesEachCallOnAStreamOrFile() throws Exception {
    assertThat(order("read")).containsSubsequence("noise", "seek", "noise", "readInt");
  }

  private static List<String> order() throws Exception {
    return order("show");
  }

  private static List<String> order(String wanted) throws Exception {
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
      if (method.name.equals(wanted)) {
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
      String noise = call.name.equals("point") ? "noise" : "noise " + call.name;
      order.add(call.owner.endsWith("/Noise") ? noise : call.name);
    }
  }
}
