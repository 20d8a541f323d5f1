package dev.heisenbug.control.rt;

/**
 * Names for the numbers in a run's log: methods, access sites, and the class files they are in.
 *
 * <p>Written while classes are woven, by whichever thread loads them.
 */
public final class Defs {
  static final int CLASS = 1;
  static final int METHOD = 2;
  static final int SITE = 3;
  static final int NOT_WOVEN = 4;
  private static ByteSink sink;
  private static int methods;
  private static int sites;
  private static String[] siteNames = new String[1024];
  private static String[] methodNames = new String[256];

  private Defs() {}

  static synchronized void open(ByteSink to) {
    sink = to;
  }

  /** Stores the class file as it was before weaving. */
  public static synchronized void classFile(String name, byte[] original, int loader) {
    if (sink != null) {
      sink.mark(CLASS);
      sink.utf(name);
      sink.uint(loader);
      sink.bytes(original);
    }
  }

  /** Notes that a class runs as it is, and why. */
  public static synchronized void notWoven(String name, String why) {
    if (sink != null) {
      sink.mark(NOT_WOVEN);
      sink.utf(name);
      sink.utf(why);
    }
    if (Boolean.getBoolean("heisenbug.debug")) {
      System.err.println("heisenbug: not woven: " + name + ": " + why);
    }
  }

  /** Returns the number of a method that is about to be woven. */
  public static synchronized int method(String owner, String name, String desc, int access) {
    int id = methods++;
    if (id == methodNames.length) {
      methodNames = java.util.Arrays.copyOf(methodNames, id * 2);
    }
    methodNames[id] = owner + "." + name + desc;
    if (sink != null) {
      sink.mark(METHOD);
      sink.uint(id);
      sink.utf(owner);
      sink.utf(name);
      sink.utf(desc);
      sink.uint(access);
    }
    return id;
  }

  /** Returns the number of one instruction of a woven method. */
  public static synchronized int site(int method, int instruction, int line, String member) {
    int id = sites++;
    if (id == siteNames.length) {
      siteNames = java.util.Arrays.copyOf(siteNames, id * 2);
    }
    siteNames[id] = methodNames[method] + "@" + instruction;
    if (sink != null) {
      sink.mark(SITE);
      sink.uint(id);
      sink.uint(method);
      sink.uint(instruction);
      sink.sint(line);
      sink.utf(member);
    }
    return id;
  }

  /** The name of a site that is the same in every run: {@code owner.name(desc)@instruction}. */
  static synchronized String siteName(int site) {
    return site >= 0 && site < sites ? siteNames[site] : "?";
  }

  static synchronized String methodName(int method) {
    return method >= 0 && method < methods ? methodNames[method] : "";
  }

  static synchronized void flush() {
    if (sink != null) {
      sink.flush();
    }
  }
}
