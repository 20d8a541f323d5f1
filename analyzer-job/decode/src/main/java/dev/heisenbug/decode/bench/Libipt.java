package dev.heisenbug.decode.bench;

import java.io.IOException;
import java.util.List;

/** Whether there is an Intel decoder to compare with: the compiler knows where headers are. */
public final class Libipt {
  private static final List<String> INCLUDE =
      List.of("gcc", "-E", "-include", "intel-pt.h", "-x", "c", "/dev/null");

  private Libipt() {}

  public static boolean installed() {
    try {
      return new ProcessBuilder(INCLUDE)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
