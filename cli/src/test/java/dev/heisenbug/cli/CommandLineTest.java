package dev.heisenbug.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Exit codes and messages for what users get wrong. */
class CommandLineTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... args) {
    CommandLine line = Heisenbug.commandLine();
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    return line.execute(args);
  }

  @Test
  void whatIsNotBuiltSaysSoAndExitsWithThree() {
    assertThat(run("predict", "x")).isEqualTo(3);
    assertThat(run("export", "x", "--format", "junit")).isEqualTo(3);
    assertThat(err.toString()).contains("predict: not built yet").contains("export: not built yet");
    assertThat(run("report", "--help")).isZero();
  }

  @Test
  void errorsAreJsonWhereJsonIsAskedFor(@TempDir Path dir) throws Exception {
    assertThat(run("replay", dir.resolve("none.hbbundle").toString(), "--json")).isEqualTo(1);
    JsonNode error = new ObjectMapper().readTree(out.toString());
    assertThat(error.path("error").asText()).contains("none.hbbundle");
    assertThat(error.path("exitCode").asInt()).isEqualTo(1);
    out.getBuffer().setLength(0);
    assertThat(run("replay", "--json", "--times", "often", "x")).isEqualTo(1);
    assertThat(new ObjectMapper().readTree(out.toString()).path("error").asText())
        .contains("often");
    out.getBuffer().setLength(0);
    assertThat(run("predict", "x", "--json")).isEqualTo(3);
    assertThat(new ObjectMapper().readTree(out.toString()).path("exitCode").asInt()).isEqualTo(3);
  }

  @Test
  void anOptionOfTheProgramIsNotOurs(@TempDir Path dir) {
    String program = dir.resolve("no-such-program").toString();
    assertThat(run("record", "--out", dir.toString(), "--", program, "--json")).isEqualTo(1);
    assertThat(err.toString()).contains("no-such-program");
    assertThat(out.toString()).isEmpty();
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

  @Test
  void valuesThatMakeNoSenseAreNamed(@TempDir Path dir) {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String out = dir.toString();
    assertThat(run("record", "--out", out, "--noise", "loud", "--", java)).isEqualTo(1);
    assertThat(run("record", "--out", out, "--runs", "0", "--", java)).isEqualTo(1);
    assertThat(run("reproduce", "--out", out, "--times", "0", "--", java)).isEqualTo(1);
    assertThat(run("replay", out, "--times", "0")).isEqualTo(1);
    assertThat(err.toString()).contains("--noise is", "--runs is", "--times is");
  }

  @Test
  void aFolderThatCannotBeMadeIsNamed(@TempDir Path dir) throws Exception {
    Path file = Files.createFile(dir.resolve("taken"));
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    assertThat(run("record", "--out", file.toString(), "--", java, "-version")).isEqualTo(1);
    assertThat(err.toString()).contains("taken").contains("--out");
  }
}
