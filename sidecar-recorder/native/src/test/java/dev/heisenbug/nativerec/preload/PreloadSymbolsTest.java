package dev.heisenbug.nativerec.preload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A library that a container's loader cannot satisfy would keep its program from starting. */
class PreloadSymbolsTest {
  private static final int NEWEST_MINOR = 17;

  @TempDir Path folder;

  @Test
  void itNeedsNoNewGlibcAndNothingThatMuslLacks() throws Exception {
    assumeTrue(PreloadLibrary.built(), PreloadLibrary.missing());
    List<String> needed = undefined(PreloadLibrary.unpack(folder));
    assertThat(needed).isNotEmpty();
    for (String symbol : needed) {
      int at = symbol.indexOf("@GLIBC_2.");
      String minor = at < 0 ? "0" : symbol.substring(at + "@GLIBC_2.".length()).split("\\.")[0];
      assertThat(Integer.parseInt(minor)).as(symbol).isLessThanOrEqualTo(NEWEST_MINOR);
      assertThat(symbol).doesNotStartWith("dlvsym").doesNotStartWith("__register_atfork");
    }
  }

  /** The symbols that must be found; weak ones need not. */
  private static List<String> undefined(Path library) throws IOException, InterruptedException {
    Process nm;
    try {
      nm = new ProcessBuilder("nm", "-D", "--undefined-only", library.toString()).start();
    } catch (IOException e) {
      assumeTrue(false, "no nm here");
      throw e;
    }
    String text = new String(nm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(nm.waitFor()).isZero();
    List<String> strong = new ArrayList<>();
    for (String line : text.lines().toList()) {
      String[] parts = line.strip().split(" +");
      if (parts[0].equals("U")) {
        strong.add(parts[1]);
      }
    }
    return strong;
  }
}
