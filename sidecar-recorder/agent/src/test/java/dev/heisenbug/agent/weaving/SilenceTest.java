package dev.heisenbug.agent.weaving;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.agent.rt.Settings;
import dev.heisenbug.weave.ClassLookup;
import dev.heisenbug.weave.SyncSites;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;

/** Whatever could run the program's code or synchronise is not silent. */
class SilenceTest {
  private final Silence silence = silence("out=x");

  private static Silence silence(String options) {
    ClassNode node = new ClassNode();
    node.name = "app/Main";
    node.superName = "java/lang/Object";
    return new Silence(node.name, new SyncSites(node, ClassLookup.NONE), Settings.parse(options));
  }

  @Test
  void callsOnValuesWithValuesAreSilent() {
    assertThat(silence.covers(call("java/lang/String", "charAt", "(I)C"))).isTrue();
    assertThat(silence.covers(call("java/lang/Math", "max", "(II)I"))).isTrue();
    assertThat(silence.covers(new InsnNode(Opcodes.IALOAD))).isTrue();
    assertThat(silence.covers(new TypeInsnNode(Opcodes.CHECKCAST, "app/Main"))).isTrue();
  }

  @Test
  void callsThatMayReachTheProgramOrAreInputsAreNot() {
    assertThat(silence.covers(call("app/Main", "step", "()V"))).isFalse();
    assertThat(
            silence.covers(
                call(
                    "java/lang/String",
                    "format",
                    "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;")))
        .isFalse();
    assertThat(
            silence.covers(
                call("java/lang/String", "valueOf", "(Ljava/lang/Object;)Ljava/lang/String;")))
        .isFalse();
    assertThat(silence.covers(call("java/lang/Math", "random", "()D"))).isFalse();
    assertThat(silence.covers(new InsnNode(Opcodes.MONITORENTER))).isFalse();
    assertThat(silence.covers(new TypeInsnNode(Opcodes.NEW, "app/Other"))).isFalse();
    assertThat(silence.covers(new FieldInsnNode(Opcodes.GETSTATIC, "app/Other", "n", "I")))
        .isFalse();
  }

  @Test
  void nothingIsWhereLoopsAreStamped() {
    assertThat(silence("out=x,clocks=loop").covers(new InsnNode(Opcodes.IADD))).isFalse();
  }

  private static AbstractInsnNode call(String owner, String name, String descriptor) {
    int opcode = name.equals("charAt") ? Opcodes.INVOKEVIRTUAL : Opcodes.INVOKESTATIC;
    return new MethodInsnNode(opcode, owner, name, descriptor, false);
  }
}
