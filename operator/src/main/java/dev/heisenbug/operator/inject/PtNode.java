package dev.heisenbug.operator.inject;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A node that can trace, as its probe described it.
 *
 * @param perfmon whether the capability made for it is enough there; before Linux 5.9 and above
 *     perf_event_paranoid 2 it is not
 */
public record PtNode(boolean perfmon) {
  private static final Pattern DETAIL =
      Pattern.compile("kernel (\\d+)\\.(\\d+)\\S*, perf_event_paranoid (-?\\d+)");
  private static final int MAJOR = 5;
  private static final int MINOR = 9;
  private static final int PARANOID = 2;

  /**
   * @param detail the probe's words; null: nobody probed, so the older capability is asked for
   */
  public static PtNode of(String detail) {
    Matcher matcher = DETAIL.matcher(detail == null ? "" : detail);
    if (!matcher.find()) {
      return new PtNode(false);
    }
    int major = Integer.parseInt(matcher.group(1));
    int minor = Integer.parseInt(matcher.group(2));
    boolean recent = major > MAJOR || major == MAJOR && minor >= MINOR;
    return new PtNode(recent && Integer.parseInt(matcher.group(3)) <= PARANOID);
  }
}
