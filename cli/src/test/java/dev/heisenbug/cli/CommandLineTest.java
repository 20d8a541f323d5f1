package dev.heisenbug.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Exit codes and messages for what users get wrong. */
class CommandLineTest {
  private final StringWriter err = new StringWriter();

  private int run(String... args) {
    CommandLine line = Heisenbug.commandLine();
    line.setErr(new PrintWriter(err, true));
    return line.execute(args);
  }

  @Test
  void whatIsNotBuiltSaysSoAndExitsWithThree() {
    assertThat(run("predict", "x")).isEqualTo(3);
    assertThat(err.toString()).contains("not built yet");
  }

  @Test
  void anUnknownCommandIsAUsageError() {
    assertThat(run("frobnicate")).isEqualTo(1);
    assertThat(err.toString()).contains("--help");
  }

  @Test
  void aMissingBundleIsNamed(@TempDir Path dir) {
    assertThat(run("analyze", dir.resolve("none.hbbundle").toString())).isEqualTo(1);
    assertThat(err.toString()).contains("none.hbbundle");
  }

  @Test
  void anEmptyBundleIsCalledEmpty(@TempDir Path dir) throws Exception {
    Path file = Files.createFile(dir.resolve("empty.hbbundle"));
    assertThat(run("replay", file.toString())).isEqualTo(1);
    assertThat(err.toString()).contains("empty");
  }

  @Test
  void aForeignFileIsCalledForeign(@TempDir Path dir) throws Exception {
    Path file = Files.writeString(dir.resolve("x.hbbundle"), "not a bundle at all");
    assertThat(run("analyze", file.toString())).isEqualTo(1);
    assertThat(err.toString()).contains("not a bundle");
  }
}
