package dev.heisenbug.formats.bundle;

import java.util.regex.Pattern;

/** Frames as people know them: without what weaving has added to their names. */
public final class Frames {
  /**
   * A reference to a method of the JDK, turned into a lambda: it stands in the method around it.
   */
  private static final Pattern REFERENCE =
      Pattern.compile("lambda\\$([^:. ]+?)\\$heisenbug\\$\\d+");

  private static final Pattern NO_LINE = Pattern.compile(":-1(?= |$)");

  private Frames() {}

  /** A frame, or a place that names one inside another, for a story. */
  public static String readable(String frame) {
    String lines = NO_LINE.matcher(frame).replaceAll("");
    return REFERENCE.matcher(lines).replaceAll("$1");
  }
}
