package dev.heisenbug.control.rt;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * A platform thread as Linux sees it: whether it sleeps in the kernel cannot be told from inside
 * the JVM, where a thread that reads from a socket looks like one that waits for a processor.
 */
final class OsThread {
  private final File stat;
  private final File schedule;

  private OsThread(String folder) {
    stat = new File(folder, "stat");
    schedule = new File(folder, "schedstat");
  }

  static boolean isVirtual(Thread thread) {
    return thread.getClass().getName().equals("java.lang.VirtualThread");
  }

  /** The calling thread, or null if the system does not tell. */
  static OsThread current() {
    if (!isVirtual(Thread.currentThread())) {
      try {
        String folder = new File("/proc/thread-self").getCanonicalPath();
        return folder.contains("/task/") ? new OsThread(folder) : null;
      } catch (IOException e) {
        return null;
      }
    }
    return null;
  }

  /** If the thread sleeps: how often it was given a processor so far; else -1. */
  long asleep() {
    try {
      if (state() != 'S') {
        return -1;
      }
      String times = read(schedule).trim();
      return Long.parseLong(times.substring(times.lastIndexOf(' ') + 1));
    } catch (IOException | RuntimeException e) {
      return -1;
    }
  }

  /** Whether the thread has a processor or waits for one, however long; false if nobody tells. */
  boolean isRunnable() {
    try {
      return state() == 'R';
    } catch (IOException | RuntimeException e) {
      return false;
    }
  }

  private char state() throws IOException {
    String line = read(stat);
    return line.charAt(line.lastIndexOf(')') + 2);
  }

  /** Nanoseconds on a processor so far; -1 if the system does not tell. */
  long cpuNanos() {
    try {
      String times = read(schedule);
      return Long.parseLong(times.substring(0, times.indexOf(' ')));
    } catch (IOException | RuntimeException e) {
      return -1;
    }
  }

  private static String read(File file) throws IOException {
    try (FileInputStream in = new FileInputStream(file)) {
      byte[] bytes = new byte[1024];
      int length = in.read(bytes);
      return new String(bytes, 0, Math.max(0, length), StandardCharsets.US_ASCII);
    }
  }
}
