package dev.heisenbug.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.formats.bundle.Bundle;
import dev.heisenbug.formats.bundle.BundleState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program that a script starts and that is killed after its failure, in folders with spaces. */
class KilledProgramIT {
  private static final String SOURCE =
      """
      public class Main {
        static int n;
        static void add() { for (int k = 0; k < 60; k++) { int x = n; Thread.yield(); n = x + 1; } }
        public static void main(String[] args) throws Exception {
          Thread a = new Thread(Main::add), b = new Thread(Main::add);
          a.start(); b.start(); a.join(); b.join();
          Thread check = new Thread(() -> {
            if (n != 120) throw new IllegalStateException("lost " + (120 - n));
          });
          check.start(); check.join();
          if (n != 120) {
            Thread.sleep(300);
            new ProcessBuilder("kill", "-9", "" + ProcessHandle.current().pid()).start();
            Thread.sleep(60_000);
          }
        }
      }
      """;

  @TempDir Path temp;

  @Test
  void whatItRecordedBeforeIsAnalysedAndReplayed() throws Exception {
    Path out = temp.resolve("the recordings");
    assertThat(run("record", "--until-failure", "--out", out + "", "--", "sh", script() + ""))
        .isZero();
    Path recording;
    try (Stream<Path> all = Files.list(out.resolve("run-0001"))) {
      recording = all.findFirst().orElseThrow();
    }
    try (Bundle bundle = Bundle.open(recording)) {
      assertThat(bundle.state()).isEqualTo(BundleState.CRASHED_WHILE_WRITING);
      assertThat(bundle.manifest().failure().signature())
          .startsWith("exception:java.lang.IllegalStateException@Main.lambda$main$");
    }
    String work = temp.resolve("the runs").toString();
    assertThat(run("analyze", recording + "", "--work", work)).isZero();
    assertThat(run("replay", recording + "", "--work", work, "--times", "3")).isZero();
  }

  private static int run(String... args) {
    return Heisenbug.commandLine().execute(args);
  }

  private Path script() throws Exception {
    Path classes = Files.createDirectory(temp.resolve("the classes"));
    Path source = Files.writeString(temp.resolve("Main.java"), SOURCE);
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-g", "-nowarn", "-d", classes + "", source + "");
    assertThat(status).isZero();
    String java = System.getProperty("java.home") + "/bin/java";
    return Files.write(
        temp.resolve("start.sh"), List.of(java + " -cp '" + classes + "' Main", "exit $?"));
  }
}
