package dev.heisenbug.control.rt;

/**
 * Names for the numbers in a run's log: methods, access sites, and the class files they are in.
 *
 * <p>Written while classes are woven, by whichever thread loads them. The program's classes and the
 * JDK's are numbered apart, since woven code of either is kept and used again by itself.
 */
public final class Defs {
  static final int CLASS = 1;
  static final int METHOD = 2;
  static final int SITE = 3;
  static final int NOT_WOVEN = 4;

  /**
   * First number of the JDK's: low ones are no constants, and a class that is redefined has its
   * constants searched for one by one.
   */
  private static final int LIBRARY = 128;

  /** First number of the program's methods and sites. */
  private static final int APPLICATION = 1 << 20;

  /** Where the JDK's numbers go on if they reach the program's. */
  private static final int MORE = 1 << 28;

  private static final int[] NEXT_METHOD = {APPLICATION, LIBRARY};
  private static final int[] NEXT_SITE = {APPLICATION, LIBRARY};
  private static ByteSink sink;
  private static ClassDefs[] defined = new ClassDefs[512];
  private static int count;

  private Defs() {}

  static synchronized void open(ByteSink to) {
    sink = to;
  }

  /** Leaves the numbers below those given to classes that were woven before. */
  public static synchronized void startAt(boolean library, int method, int site) {
    int i = library ? 1 : 0;
    NEXT_METHOD[i] = Math.max(NEXT_METHOD[i], method);
    NEXT_SITE[i] = Math.max(NEXT_SITE[i], site);
  }

  /** Numbers for a class with at most so many methods and sites. */
  public static synchronized ClassDefs reserve(boolean library, int methods, int sites) {
    int i = library ? 1 : 0;
    if (library) {
      NEXT_METHOD[1] = below(NEXT_METHOD[1], methods);
      NEXT_SITE[1] = below(NEXT_SITE[1], sites);
    }
    ClassDefs d = new ClassDefs(NEXT_METHOD[i], methods, NEXT_SITE[i], sites);
    NEXT_METHOD[i] += methods;
    NEXT_SITE[i] += sites;
    return d;
  }

  private static int below(int next, int more) {
    return next < APPLICATION && next + more > APPLICATION ? MORE : next;
  }

  /**
   * Makes the names of a woven class known to this run.
   *
   * @param original the class file before weaving, for the log, or null if the analyzer needs none
   */
  public static synchronized void define(
      ClassDefs d, String name, byte[] original, boolean ofBootLoader) {
    if (count == defined.length) {
      defined = java.util.Arrays.copyOf(defined, count * 2);
    }
    defined[count++] = d;
    giveBack(d);
    if (sink == null) {
      return;
    }
    sink.raw(d.records());
    if (original != null) {
      sink.mark(CLASS);
      sink.utf(name);
      sink.uint(ofBootLoader ? 0 : 1);
      sink.bytes(original);
    }
  }

  /** What was reserved last and not used is free again. */
  private static void giveBack(ClassDefs d) {
    int i = d.firstSite() >= APPLICATION && d.firstSite() < MORE ? 0 : 1;
    if (NEXT_SITE[i] == d.siteEnd() && NEXT_METHOD[i] == d.methodEnd()) {
      NEXT_SITE[i] = d.firstSite() + d.sites();
      NEXT_METHOD[i] = d.firstMethod() + d.methods();
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

  /** Whether a site is in a class of the program. */
  static boolean isOfProgram(int site) {
    return site >= APPLICATION && site < MORE;
  }

  /** The name of a site that is the same in every run: {@code owner.name(desc)@instruction}. */
  static synchronized String siteName(int site) {
    for (int i = count - 1; i >= 0; i--) {
      if (defined[i].hasSite(site)) {
        return defined[i].siteName(site);
      }
    }
    return "?";
  }

  static synchronized String methodName(int method) {
    for (int i = count - 1; i >= 0; i--) {
      if (defined[i].hasMethod(method)) {
        return defined[i].methodName(method);
      }
    }
    return "";
  }

  static synchronized void flush() {
    if (sink != null) {
      sink.flush();
    }
  }
}
