package dev.heisenbug.control.weave;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodInsnNode;

/** Waiting and waking are the scheduler's, however the monitor is declared. */
class BlockingCallsTest {
  @Test
  void aMonitorThatIsDeclaredAsAnInterfaceIsWaitedForUnderTheSchedulersEyes() {
    assertThat(hook(Opcodes.INVOKEINTERFACE, "java/util/List", "wait", "(J)V")).isEqualTo("await");
    assertThat(hook(Opcodes.INVOKEINTERFACE, "com/acme/Lock", "notify", "()V")).isEqualTo("signal");
    assertThat(hook(Opcodes.INVOKEVIRTUAL, "java/lang/Object", "notifyAll", "()V"))
        .isEqualTo("signalAll");
  }

  @Test
  void whatThreadsDoIsAskedOfTheScheduler() {
    String thread = "java/lang/Thread";
    assertThat(hook(Opcodes.INVOKEVIRTUAL, thread, "getState", "()Ljava/lang/Thread$State;"))
        .isEqualTo("of");
    assertThat(hook(Opcodes.INVOKEVIRTUAL, thread, "join", "(Ljava/time/Duration;)Z"))
        .isEqualTo("join");
  }

  @Test
  void aStaticMethodOfTheSameNameIsTheProgramsOwn() {
    MethodInsnNode call =
        new MethodInsnNode(Opcodes.INVOKESTATIC, "com/acme/Lock", "notify", "()V", false);
    assertThat(BlockingCalls.replacement(call, null)).isNull();
  }

  private static String hook(int opcode, String owner, String name, String desc) {
    boolean isInterface = opcode == Opcodes.INVOKEINTERFACE;
    return BlockingCalls.replacement(
            new MethodInsnNode(opcode, owner, name, desc, isInterface), new Hierarchy(n -> null))
        .name;
  }
}
