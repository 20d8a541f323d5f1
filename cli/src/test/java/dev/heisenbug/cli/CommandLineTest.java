package dev.heisenbug.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.heisenbug.formats.bundle.Failure;
import dev.heisenbug.formats.bundle.FailureKind;
import dev.heisenbug.formats.bundle.Launch;
import dev.heisenbug.formats.bundle.Manifest;
import dev.heisenbug.formats.bundle.NativeFolder;
import dev.heisenbug.formats.schedule.Schedule;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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
    assertThat(run("recrod")).isEqualTo(1);
    assertThat(err.toString()).contains("no command 'recrod'", "record", "--help");
  }

  @Test
  void whatIsWrongIsSaidInPlainWords() {
    assertThat(run("record")).isEqualTo(1);
    assertThat(run("record", "java", "-version")).isEqualTo(1);
    assertThat(run("analyze")).isEqualTo(1);
    assertThat(run("replay", "x", "y")).isEqualTo(1);
    assertThat(run("replay", "x", "--times", "1.5")).isEqualTo(1);
    assertThat(err.toString())
        .contains("write it behind --")
        .contains("no option -version", "go behind --")
        .contains("BUNDLE is missing")
        .contains("'y' is one too many")
        .contains("--times takes a whole number, not '1.5'");
  }

  @Test
  void everyCommandTakesJson() {
    assertThat(withoutJson(Heisenbug.commandLine())).containsExactly("heisenbug help");
  }

  /** Names of the commands below one that do something and cannot say it as JSON. */
  private static List<String> withoutJson(CommandLine line) {
    if (line.getSubcommands().isEmpty()) {
      boolean json = line.getCommandSpec().findOption("--json") != null;
      return json ? List.of() : List.of(line.getCommandSpec().qualifiedName());
    }
    return line.getSubcommands().values().stream().flatMap(c -> withoutJson(c).stream()).toList();
  }

  @Test
  void aCommandThatDoesNotRunIsNamedWithTheReason(@TempDir Path dir) throws Exception {
    Path text = Files.writeString(dir.resolve("text"), "no program");
    for (String command : List.of("no-such-program", dir + "/none", text + "", "/", "")) {
      assertThat(run("record", "--out", dir + "/out", "--", command)).isEqualTo(1);
    }
    assertThat(err.toString())
        .contains("'no-such-program' cannot be started: it is not on the PATH.")
        .contains("none' cannot be started: there is no such file.")
        .contains("text' cannot be started: it is not an executable file.")
        .contains("'/' cannot be started")
        .doesNotContain("internal error");
  }

  @Test
  void aFaultOfOursIsToldFromOneOfTheUser() {
    assertThat(Errors.say(new IllegalArgumentException("--x is wrong"))).isEqualTo("--x is wrong");
    assertThat(Errors.say(new NullPointerException("y is null"))).startsWith("internal error");
  }

  @Test
  void aNativeRecordingIsUnknownToAnalysis(@TempDir Path dir) throws Exception {
    Launch launch = new Launch(List.of("./program"), null, Map.of(), null, null, null, null);
    NativeFolder.seal(
        dir, new Manifest(1, "native", launch, null, null, null, null, null, null, null, null));
    assertThat(run("analyze", dir.toString())).isEqualTo(3);
  }

  @Test
  void aScheduleOfAnotherFailureIsNotReplayed(@TempDir Path dir) throws Exception {
    Path bundle = dir.resolve("run-0001.hbbundle");
    Schedule other =
        new Schedule(
            1, "exit:3@", "sc", null, Map.of(), List.of(), List.of(), "search", 0, Map.of());
    other.write(ScheduleFile.of(bundle));
    Failure failure =
        new Failure(
            FailureKind.EXIT, "exit:4@", null, null, null, null, List.of(), 0, 4, List.of());
    assertThatThrownBy(() -> ScheduleFile.read(bundle, failure)).hasMessageContaining("exit:3@");
    assertThatThrownBy(() -> ScheduleFile.read(dir, failure)).hasMessageContaining("analyze");
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
    assertThat(run("record", "--out", out, "--cap", "64k", "--", java)).isEqualTo(1);
    assertThat(run("analyze", out, "--timeout", "0")).isEqualTo(1);
    assertThat(run("replay", out, "--port", "0")).isEqualTo(1);
    assertThat(run("reproduce", "--out", out, "--times", "0", "--", java)).isEqualTo(1);
    assertThat(run("replay", out, "--times", "0")).isEqualTo(1);
    assertThat(err.toString())
        .contains("--noise is", "--runs is", "--times is", "--cap is", "--timeout is", "--port is");
  }

  @Test
  void aFolderThatCannotBeMadeIsNamed(@TempDir Path dir) throws Exception {
    Path file = Files.createFile(dir.resolve("taken"));
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    assertThat(run("record", "--out", file.toString(), "--", java, "-version")).isEqualTo(1);
    assertThat(err.toString()).contains("taken").contains("--out");
  }
}
