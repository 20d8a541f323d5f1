package dev.heisenbug.weave;

import java.util.Set;

/**
 * Tells by name the JDK's data structures whose races users meet: the collections, string builders,
 * formats, digests and ciphers. What agents themselves stand on is not among them.
 */
public final class LibraryData {
  private static final Set<String> BUILDERS =
      Set.of(
          "java/lang/AbstractStringBuilder", "java/lang/StringBuilder", "java/lang/StringBuffer");

  private static final String[] PACKAGES = {"java/util/", "java/text/"};

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
    "java/util/random/",
    "java/util/function/",
    "java/util/Random",
    "java/util/SplittableRandom",
    "java/util/UUID",
  };

  private LibraryData() {}

  /**
   * @param name internal class name
   */
  public static boolean covers(String name) {
    return BUILDERS.contains(name)
        || startsWithAny(name, CRYPTOGRAPHY)
        || startsWithAny(name, PACKAGES) && !startsWithAny(name, OTHERS);
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
