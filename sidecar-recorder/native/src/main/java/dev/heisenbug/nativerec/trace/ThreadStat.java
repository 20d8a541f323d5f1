package dev.heisenbug.nativerec.trace;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** What {@code /proc} says a thread is doing. */
final class ThreadStat {
  private ThreadStat() {}

  /** The state letter of ps(1); X when the thread is gone. */
  static char state(int pid, int tid) {
    try {
      Path file = Path.of("/proc/" + pid + "/task/" + tid + "/stat");
      String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
      // The name in parentheses may itself hold parentheses and spaces.
      int end = text.lastIndexOf(')');
      return end < 0 || end + 2 >= text.length() ? 'X' : text.charAt(end + 2);
    } catch (IOException e) {
      return 'X';
    }
  }
}
