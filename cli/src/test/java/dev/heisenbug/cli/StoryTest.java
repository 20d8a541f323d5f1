package dev.heisenbug.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.formats.bundle.Failure;
import dev.heisenbug.formats.bundle.FailureKind;
import dev.heisenbug.formats.bundle.Manifest;
import dev.heisenbug.formats.schedule.Schedule;
import dev.heisenbug.formats.schedule.Schedule.Run;
import dev.heisenbug.formats.schedule.Schedule.Step;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What people read of a failure: in plain words, with the threads' names, on one screen. */
class StoryTest {
  private static final Map<String, String> THREADS = Map.of("0", "main", "0.1", "buyer", "0.2", "");

  @Test
  void remarksNameThreadsAndStandBelowWhereTheyDoNotFit() {
    String told =
        story(
            failure(FailureKind.EXIT, null, 3, "java.lang.System.exit:1", "Main.main:9"),
            step("0.1", "write", "Shop.left = 1", "0 changed it, 0.2 did not"),
            step("0.2", "read", "Shop.left", "x".repeat(80)),
            step("0", "join", "0.1", null),
            step("0", "broadcast", "Box#1.wait", null));
    assertThat(told)
        .contains("Recorded failure: exit with status 3, in thread 0 (main)\n    at Main.main:9\n")
        .contains("    0.1 (buyer)  write  Shop.left = 1  (A.b:1)  <- 0 (main) changed it, 0.2 did")
        .contains("    0.2          read   Shop.left  (A.b:1)\n                   <- xxx")
        .contains("    0 (main)     join   0.1 (buyer)  (A.b:1)\n")
        .contains("    0 (main)     notifyAll Box#1  (A.b:1)\n")
        .contains(
            "Schedule (1 context switch, found by search):\n    0.1 (buyer)  runs until A.b:1");
  }

  @Test
  void whoHoldsWhatIsToldByName() {
    String told =
        story(
            failure(FailureKind.DEADLOCK, null, null),
            step("0", "waits", "for the monitor of a Box, held by 0.1", null));
    assertThat(told)
        .contains("Recorded failure: deadlock, in")
        .contains("for the monitor of a Box, held by 0.1 (buyer)  (A.b:1)");
  }

  private static Step step(String thread, String operation, String what, String note) {
    return new Step(thread, operation, what, null, "A.b:1", "observed", note);
  }

  private static Failure failure(FailureKind kind, String type, Integer status, String... frames) {
    return new Failure(
        kind, "signature", type, null, "0", "main", List.of(frames), 0, status, List.of());
  }

  private static String story(Failure failure, Step... steps) {
    Manifest manifest =
        new Manifest(1, "jvm", null, null, null, null, null, null, failure, null, null, null);
    Schedule schedule =
        new Schedule(
            1,
            "signature",
            "sc",
            null,
            THREADS,
            List.of(new Run("0.1", 3, "site", "A.b:1", null)),
            List.of(steps),
            "search",
            1,
            Map.of());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new Story(manifest, schedule).print(new PrintStream(out, true, StandardCharsets.UTF_8));
    return out.toString(StandardCharsets.UTF_8);
  }
}
