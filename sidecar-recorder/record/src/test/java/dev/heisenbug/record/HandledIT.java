package dev.heisenbug.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.formats.bundle.Failure;
import dev.heisenbug.formats.bundle.FailureKind;
import dev.heisenbug.formats.bundle.Manifest;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An exception that a thread's own handler takes is a failure only of a program that fails. */
class HandledIT {
  private static final String PROGRAM =
      """
      public class Main {
        public static void main(String[] args) throws Exception {
          Thread worker = new Thread(() -> { throw new IllegalStateException("expected"); });
          worker.setUncaughtExceptionHandler((thread, e) -> { HANDLER });
          worker.start();
          worker.join();
          END
        }
      }
      """;

  @TempDir Path temp;

  @Test
  void itIsNoneOfAProgramThatEndsWell() throws Exception {
    Manifest manifest = record("", "", List.of());
    assertThat(manifest.failure()).isNull();
    assertThat(manifest.furtherFailures())
        .extracting(Failure::type)
        .containsExactly("java.lang.IllegalStateException");
  }

  @Test
  void itComesBehindTheFailureOfTheProgram() throws Exception {
    Manifest manifest = record("", "System.exit(3);", List.of());
    assertThat(manifest.failure().kind()).isEqualTo(FailureKind.EXIT);
    assertThat(manifest.furtherFailures())
        .extracting(Failure::kind)
        .containsExactly(FailureKind.EXCEPTION);
  }

  @Test
  void itIsTheFailureIfTheHandlerEndsTheProgram() throws Exception {
    Manifest manifest = record("System.exit(4);", "", List.of());
    assertThat(manifest.failure().kind()).isEqualTo(FailureKind.EXCEPTION);
    assertThat(manifest.furtherFailures())
        .extracting(Failure::kind)
        .containsExactly(FailureKind.EXIT);
  }

  @Test
  void itIsOneIfItsTypeCountsAlways() throws Exception {
    Manifest manifest = record("", "", List.of("IllegalStateException"));
    assertThat(manifest.failure().type()).isEqualTo("java.lang.IllegalStateException");
  }

  private Manifest record(String handler, String end, List<String> failOn) throws Exception {
    Path classes = Programs.compile(temp, PROGRAM.replace("HANDLER", handler).replace("END", end));
    RecordOptions options =
        RecordOptions.standard(temp.resolve("out"))
            .withTracing(RecordOptions.Tracing.STANDARD.withFailOn(failOn))
            .withHangSeconds(2)
            .withLimits(0, 60);
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    RecordResult result = new RecordRunner(options, Programs.command(java, classes), null).run();
    return ((RecordResult.Recorded) result).manifest();
  }
}
