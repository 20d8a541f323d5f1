package dev.heisenbug.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserOptionsTest {
  @TempDir Path folder;

  @Test
  void aRealJvmTakesOptionsFromTheFileAsFromTheVariable() throws Exception {
    String options = "-Da=1 '-Db=two words' -Dc=\"x y\"z -Dd=back\\slash";
    UserOptions.install(variables("JDK_JAVA_OPTIONS", options));
    assertThat(Files.readString(folder.resolve("options.raw"))).isEqualTo(options);
    Path program =
        Files.writeString(
            folder.resolve("Say.java"),
            "class Say { public static void main(String[] a) { for (String k : \"abcd\".split(\"\"))"
                + " System.out.print(System.getProperty(k) + \";\"); } }");
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    ProcessBuilder builder = new ProcessBuilder(java, program.toString());
    builder.environment().put("JDK_JAVA_OPTIONS", "@" + folder.resolve("options"));
    Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    assertThat(new String(process.getInputStream().readAllBytes()))
        .isEqualTo("1;two words;x yz;back\\slash;");
  }

  @Test
  void theLastSourceCountsAndNoneIsAnEmptyFile() throws Exception {
    UserOptions.install(variables("JAVA_TOOL_OPTIONS", "-Dlast=1"));
    assertThat(Files.readString(folder.resolve("options"))).isEqualTo("-Dlast=1");
    UserOptions.install(
        Map.of(
            "HEISENBUG_OPTIONS_FILE",
            folder.resolve("options").toString(),
            "HEISENBUG_OPTIONS_VARIABLE",
            "JDK_JAVA_OPTIONS"));
    assertThat(folder.resolve("options")).isEmptyFile();
    UserOptions.install(Map.of());
  }

  private Map<String, String> variables(String name, String last) {
    return Map.of(
        "HEISENBUG_OPTIONS_000",
        "-Dfirst=1",
        "HEISENBUG_OPTIONS_001",
        last,
        "HEISENBUG_OPTIONS_VARIABLE",
        name,
        "HEISENBUG_OPTIONS_FILE",
        folder.resolve("options").toString());
  }
}
