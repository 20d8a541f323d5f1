package dev.heisenbug.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heisenbug.formats.bundle.Launch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a controlled run makes of the recorded command. */
class RecordedCommandTest {
  private static final List<String> OURS = List.of("-XX:+UseSerialGC", "-Dours");

  @TempDir Path dir;

  private ProcessBuilder builder(Map<String, String> env, String... argv) throws IOException {
    Launch launch = new Launch(List.of(argv), dir.toString(), env, null, "25", "25", "");
    return new RecordedCommand(launch, dir).builder(OURS);
  }

  @Test
  void whatTwoRunsCannotBothHaveIsLeftOut() throws IOException {
    List<String> command =
        builder(
                Map.of(),
                "java",
                "-XX:+UseG1GC",
                "-Xmx1g",
                "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=*:5005",
                "-cp",
                "a.jar",
                "-Dcom.sun.management.jmxremote.port=9010",
                "-javaagent:other.jar",
                "Main",
                "-XX:+UseG1GC")
            .command();
    assertThat(command)
        .containsExactly(
            "java",
            "-XX:+UseSerialGC",
            "-Dours",
            "-Xmx1g",
            "-cp",
            "a.jar",
            "-javaagent:other.jar",
            "Main",
            "-XX:+UseG1GC");
  }

  @Test
  void argumentsOfAJarAreItsOwn() throws IOException {
    assertThat(builder(Map.of(), "java", "-jar", "-XX:+UseZGC", "-XX:+UseZGC").command())
        .endsWith("-jar", "-XX:+UseZGC", "-XX:+UseZGC");
    assertThat(builder(Map.of(), "java", "--add-opens", "-XX:+UseZGC", "Main").command())
        .endsWith("--add-opens", "-XX:+UseZGC", "Main");
  }

  @Test
  void filesOfArgumentsAndVariablesAreLookedThroughToo() throws IOException {
    Files.writeString(dir.resolve("same"), "-Xmx1g\n");
    Files.createDirectory(dir.resolve("options"));
    Files.writeString(dir.resolve("options/gc"), "-Xmx1g\n\"-XX:+UseParallelGC\"\n-cp x\n");
    ProcessBuilder b =
        builder(
            Map.of("JAVA_TOOL_OPTIONS", "-Da=b -XX:+UseZGC"), "java", "@same", "@options/gc", "M");
    assertThat(b.environment().get("JAVA_TOOL_OPTIONS").strip()).isEqualTo("-Da=b");
    assertThat(b.command()).contains("@same", "@" + dir.resolve("gc")).endsWith("M");
    assertThat(Files.readString(dir.resolve("gc"))).doesNotContain("Use").contains("-cp x");
  }

  @Test
  void soAreFilesForTheJvmAlone() throws IOException {
    Files.createDirectory(dir.resolve("options"));
    Files.writeString(dir.resolve("options/vm"), "-ea\n-XX:+UseZGC\n");
    List<String> command = builder(Map.of(), "java", "-XX:VMOptionsFile=options/vm", "M").command();
    assertThat(command).contains("-XX:VMOptionsFile=" + dir.resolve("vm"));
    assertThat(Files.readString(dir.resolve("vm"))).contains("-ea").doesNotContain("Use");
  }

  @Test
  void javaBehindAScriptGetsOurOptionsFromItsVariable() throws IOException {
    ProcessBuilder b = builder(Map.of("JAVA_TOOL_OPTIONS", "-Da=b"), "./run.sh", "-XX:+UseZGC");
    assertThat(b.command()).containsExactly("./run.sh", "-XX:+UseZGC");
    assertThat(b.environment()).containsEntry("JAVA_TOOL_OPTIONS", "-Da=b -XX:+UseSerialGC -Dours");
  }

  @Test
  void aBundleWithoutACommandSaysSo() {
    assertThatThrownBy(() -> builder(Map.of())).hasMessageContaining("how the program was started");
  }
}
