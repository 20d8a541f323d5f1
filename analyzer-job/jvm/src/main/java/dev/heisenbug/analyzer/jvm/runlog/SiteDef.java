package dev.heisenbug.analyzer.jvm.runlog;

/**
 * One instruction of a woven method.
 *
 * @param instruction index of the node in the method's instruction list
 * @param line source line, or -1
 * @param member what it accesses or calls, see {@code docs/run-log.md}
 */
public record SiteDef(int id, int method, int instruction, int line, String member) {
  public static final int START = Integer.MAX_VALUE;
  public static final int PARK = Integer.MAX_VALUE - 1;
  public static final int CLINIT = Integer.MAX_VALUE - 2;
}
