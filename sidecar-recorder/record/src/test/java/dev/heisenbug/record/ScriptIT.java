package dev.heisenbug.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.formats.bundle.Bundle;
import dev.heisenbug.formats.bundle.BundleState;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A JVM behind a script: nothing of it stays behind, and nothing that it says is lost. */
class ScriptIT {
  private static final String TALKS =
      """
      public class Main {
        public static void main(String[] args) throws Exception {
          for (int i = 0; i < 50_000; i++) System.out.println("this is line " + i);
        }
      }
      """;

  @TempDir Path temp;

  @Test
  void aPoliteKillEndsTheJvmBehindAScript() throws Exception {
    Path classes = Programs.compile(temp, Programs.SLEEPS);
    Path java = Path.of(System.getProperty("java.home"), "bin/java");
    List<String> command = new ArrayList<>(List.of(java.toString(), "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.addAll(List.of(RecordRunnerIT.Kept.class.getName(), temp.resolve("out").toString()));
    String line = String.join(" ", Programs.command(java, classes));
    command.addAll(List.of("sh", "-c", line + "; exit $?"));
    Process recorder = new ProcessBuilder(command).start();
    recorder.getOutputStream().close();
    while (!Files.exists(classes.resolve("awake"))) {
      assertThat(recorder.isAlive()).isTrue();
      Thread.sleep(20);
    }
    List<ProcessHandle> family = recorder.descendants().toList();
    recorder.destroy();
    assertThat(recorder.waitFor(90, TimeUnit.SECONDS)).isTrue();
    assertThat(family).hasSizeGreaterThan(1).noneMatch(ProcessHandle::isAlive);
    Path recording;
    try (Stream<Path> all = Files.list(temp.resolve("out/run-0001"))) {
      recording = all.findFirst().orElseThrow();
    }
    try (Bundle bundle = Bundle.open(recording)) {
      assertThat(bundle.state()).isEqualTo(BundleState.READY);
    }
  }

  @Test
  void whatAProgramSaysAtItsEndArrives() throws Exception {
    Path classes = Programs.compile(temp, TALKS);
    Path java = Path.of(System.getProperty("java.home"), "bin/java");
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    new RecordRunner(
            RecordOptions.standard(temp.resolve("out")), Programs.command(java, classes), null)
        .withOutputTo(said)
        .run();
    assertThat(said.toString(StandardCharsets.UTF_8)).endsWith("this is line 49999\n");
  }
}
