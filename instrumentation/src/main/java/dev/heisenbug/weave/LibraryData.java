package dev.heisenbug.weave;

import java.util.Set;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Tells by name the JDK's data structures whose races users meet: the collections, string builders,
 * formats, digests and ciphers, parsers and transformers, buffers and coders, object streams and
 * checksums. What agents themselves stand on is not among them.
 */
public final class LibraryData {
  private static final Set<String> BUILDERS =
      Set.of(
          "java/lang/AbstractStringBuilder", "java/lang/StringBuilder", "java/lang/StringBuffer");

  private static final String[] PACKAGES = {
    "java/util/", "java/text/", "jdk/internal/icu/text/", "jdk/internal/util/random/", "sun/text/"
  };

  /** Digests, message authentication and ciphers: one object each, and calls that build on it. */
  private static final String[] CRYPTOGRAPHY = {
    "java/security/MessageDigest",
    "java/security/Signature",
    "javax/crypto/Mac",
    "javax/crypto/Cipher",
    "com/sun/crypto/provider/",
    "sun/security/provider/DigestBase",
    "sun/security/provider/MD",
    "sun/security/provider/SHA",
  };

  private static final String[] XML = {
    "com/sun/org/apache/xalan/internal/",
    "com/sun/org/apache/xerces/internal/",
    "com/sun/org/apache/xml/internal/",
    "com/sun/org/apache/xpath/internal/",
    "javax/xml/",
  };

  /** Other objects that keep state between calls; their nested classes count, too. */
  private static final Set<String> STATEFUL =
      Set.of(
          "java/io/LineNumberReader",
          "java/io/ObjectInputStream",
          "java/io/ObjectOutputStream",
          "java/io/PushbackInputStream",
          "java/io/PushbackReader",
          "java/io/StreamTokenizer",
          "java/nio/Buffer",
          "java/nio/ByteBuffer",
          "java/nio/CharBuffer",
          "java/nio/DoubleBuffer",
          "java/nio/FloatBuffer",
          "java/nio/HeapByteBuffer",
          "java/nio/HeapCharBuffer",
          "java/nio/HeapDoubleBuffer",
          "java/nio/HeapFloatBuffer",
          "java/nio/HeapIntBuffer",
          "java/nio/HeapLongBuffer",
          "java/nio/HeapShortBuffer",
          "java/nio/IntBuffer",
          "java/nio/LongBuffer",
          "java/nio/ShortBuffer",
          "java/nio/charset/CharsetDecoder",
          "java/nio/charset/CharsetEncoder",
          "java/util/zip/Adler32",
          "java/util/zip/CRC32",
          "java/util/zip/CRC32C",
          "java/util/zip/CheckedInputStream",
          "java/util/zip/CheckedOutputStream");

  private static final String[] OTHERS = {
    "java/util/ServiceLoader",
    "java/util/Locale",
    "java/util/ResourceBundle",
    "java/util/PropertyResourceBundle",
    "java/util/Objects",
    "java/util/ImmutableCollections",
    "java/util/KeyValueHolder",
    "java/util/concurrent/",
    "java/util/logging/",
    "java/util/jar/",
    "java/util/zip/",
    "java/util/spi/",
    "java/util/prefs/",
    "java/util/function/",
    "java/util/Random",
    "java/util/UUID",
  };

  private LibraryData() {}

  /**
   * @param name internal class name
   */
  public static boolean covers(String name) {
    return BUILDERS.contains(name)
        || computes(name)
        || startsWithAny(name, PACKAGES) && !startsWithAny(name, OTHERS);
  }

  /**
   * Whether it is one of those objects whose inner loops the JVM may replace by code of its own, at
   * any time: their {@linkplain #isReplaceable marked} methods are not to be woven.
   */
  public static boolean computes(String name) {
    int nested = name.indexOf('$');
    return STATEFUL.contains(nested < 0 ? name : name.substring(0, nested))
        || startsWithAny(name, CRYPTOGRAPHY)
        || startsWithAny(name, XML);
  }

  /** Whether the JVM may run other code in place of this method of the JDK. */
  public static boolean isReplaceable(MethodNode method) {
    if (method.visibleAnnotations != null) {
      for (AnnotationNode annotation : method.visibleAnnotations) {
        if (annotation.desc.endsWith("IntrinsicCandidate;")) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean startsWithAny(String name, String[] prefixes) {
    for (String p : prefixes) {
      if (name.startsWith(p)) {
        return true;
      }
    }
    return false;
  }
}
