package dev.heisenbug.weave;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** Which calls of the JDK are steps that threads can be held up at. */
class LibraryStepsTest {
  @ParameterizedTest
  @CsvSource({
    "java/io/RandomAccessFile, seek",
    "java/nio/file/Files, exists",
    "java/util/Vector, isEmpty",
    "java/util/concurrent/ConcurrentHashMap, size",
    "javax/net/ssl/SSLEngine, wrap",
    "java/lang/Thread, isInterrupted"
  })
  void synchronisationAndStreamsAre(String owner, String name) {
    assertThat(LibrarySteps.synchronises(call(owner, name))).isTrue();
    assertThat(LibrarySteps.isStep(call(owner, name))).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "java/util/Random, nextInt",
    "java/util/Locale$Builder, setRegion",
    "java/lang/foreign/MemorySegment, get",
    "java/lang/System, setProperty",
    "java/util/Locale, setDefault"
  })
  void soIsWhatKeepsState(String owner, String name) {
    assertThat(LibrarySteps.keepsState(call(owner, name))).isTrue();
    assertThat(LibrarySteps.synchronises(call(owner, name))).isFalse();
    assertThat(LibrarySteps.isStep(call(owner, name))).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "java/lang/String, length",
    "java/lang/System, nanoTime",
    "java/util/ArrayList, add",
    "java/util/Locale, getCountry",
    "java/util/SplittableRandom, nextLong",
    "java/util/Random, <init>",
    "java/util/concurrent/TimeUnit, toMillis",
    "shop/Stock, take"
  })
  void whatIsImmutableOrWovenItselfIsNone(String owner, String name) {
    assertThat(LibrarySteps.isStep(call(owner, name))).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"0", "186"})
  void otherInstructionsAreNone(int opcode) {
    assertThat(LibrarySteps.isStep(new InsnNode(opcode))).isFalse();
  }

  private static MethodInsnNode call(String owner, String name) {
    return new MethodInsnNode(Opcodes.INVOKEVIRTUAL, owner, name, "()V", false);
  }
}
