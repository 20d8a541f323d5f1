package dev.heisenbug.decode.threads;

import dev.heisenbug.decode.PtError;

/**
 * A place where decoding stopped: from here to the next synchronisation point of the CPU nothing is
 * known.
 *
 * @param where the range of addresses whose code is missing, for people; empty for other errors
 */
public record Gap(ThreadId thread, int cpu, PtError error, long ip, long offset, String where) {
  /** The error and its place in one line. */
  public String text() {
    return error.text()
        + " at "
        + Long.toHexString(ip)
        + (where.isEmpty() ? "" : " (" + where + ")")
        + ", trace offset 0x"
        + Long.toHexString(offset);
  }
}
