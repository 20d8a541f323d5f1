package dev.heisenbug.control.weave;

/** Tells the JDK's classes and ours from the program's, by name. */
final class Jdk {
  private static final String[] PREFIXES = {
    "java/",
    "javax/",
    "jdk/",
    "sun/",
    "com/sun/",
    "netscape/javascript/",
    "org/ietf/jgss/",
    "org/w3c/dom/",
    "org/xml/sax/",
    "dev/heisenbug/control/",
    "dev/heisenbug/weave/",
    "dev/heisenbug/agent/",
  };

  private Jdk() {}

  static boolean owns(String internalName) {
    return Levels.startsWithAny(internalName, PREFIXES);
  }
}
