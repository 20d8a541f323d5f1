package dev.heisenbug.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.text.BreakIterator;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Which objects of the JDK can be interrupted inside. */
class LibraryDataTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "java/util/HashMap$Node",
        "java/text/SimpleDateFormat",
        "java/security/MessageDigest$Delegate",
        "java/io/ObjectOutputStream$BlockDataOutputStream",
        "java/nio/HeapByteBuffer",
        "java/util/zip/CRC32",
        "jdk/internal/icu/text/BidiBase",
        "com/sun/org/apache/xerces/internal/jaxp/DocumentBuilderImpl"
      })
  void objectsWithStateAreCovered(String name) {
    assertThat(LibraryData.covers(name)).isTrue();
  }

  @Test
  void soIsWhatImplementsAnAbstractClass() {
    String words = BreakIterator.getWordInstance().getClass().getName();
    assertThat(LibraryData.covers(words.replace('.', '/'))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "java/util/concurrent/ConcurrentHashMap",
        "java/util/zip/ZipFile",
        "java/io/PrintStream",
        "java/io/ObjectStreamClass",
        "java/nio/DirectByteBuffer",
        "java/nio/channels/FileChannel"
      })
  void whatAgentsStandOnIsNot(String name) {
    assertThat(LibraryData.covers(name)).isFalse();
  }

  @Test
  void methodsThatTheJvmReplacesAreTold() throws IOException {
    TreeSet<String> replaceable = new TreeSet<>();
    for (MethodNode method : methods("sun/security/provider/SHA2")) {
      if (LibraryData.isReplaceable(method)) {
        replaceable.add(method.name);
      }
    }
    assertThat(replaceable).containsExactly("implCompress0");
  }

  private static List<MethodNode> methods(String name) throws IOException {
    ClassNode node = new ClassNode();
    try (InputStream in = ClassLoader.getSystemResourceAsStream(name + ".class")) {
      new ClassReader(in).accept(node, ClassReader.SKIP_CODE);
    }
    return node.methods;
  }
}
