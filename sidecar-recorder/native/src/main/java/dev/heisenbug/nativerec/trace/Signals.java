package dev.heisenbug.nativerec.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a signal will do to a process. */
public enum Signals {
  CAUGHT,
  IGNORED,
  STOPS,
  KILLS;

  private static final String[] NAMES = {
    "", "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2",
    "PIPE", "ALRM", "TERM", "STKFLT", "CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU", "URG", "XCPU",
    "XFSZ", "VTALRM", "PROF", "WINCH", "IO", "PWR", "SYS"
  };
  private static final int KILL = 9;
  private static final int STOP = 19;

  /** The name as in {@code SIGSEGV}. */
  public static String name(int signal) {
    return signal > 0 && signal < NAMES.length ? "SIG" + NAMES[signal] : "signal " + signal;
  }

  static Signals effect(int pid, int signal) {
    if (signal == KILL) {
      return KILLS;
    }
    if (signal == STOP) {
      return STOPS;
    }
    try {
      for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/status"))) {
        if (line.startsWith("SigIgn:") && in(line, signal)) {
          return IGNORED;
        }
        if (line.startsWith("SigCgt:") && in(line, signal)) {
          return CAUGHT;
        }
      }
    } catch (IOException e) {
      return KILLS;
    }
    return switch (signal) {
      case 17, 18, 23, 28 -> IGNORED;
      case 20, 21, 22 -> STOPS;
      default -> KILLS;
    };
  }

  private static boolean in(String line, int signal) {
    long mask = Long.parseUnsignedLong(line.substring(7).strip(), 16);
    return (mask >>> signal - 1 & 1) != 0;
  }
}
