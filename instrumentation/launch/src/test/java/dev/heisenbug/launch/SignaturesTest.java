package dev.heisenbug.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.formats.bundle.Failure;
import dev.heisenbug.formats.bundle.FailureKind;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A run shows the recorded failure if it failed with the same at the same place. */
class SignaturesTest {
  private static final String OVERFLOW = "java.lang.StackOverflowError";

  @Test
  void aStackThatIsFullElsewhereInTheSameRecursionIsTheSame() {
    Failure recorded = recorded(OVERFLOW, "A.down:2", "A.up:3", "A.down:2");
    assertThat(Signatures.same(recorded, failed(OVERFLOW, "A.up:-1", "A.down:2", "A.up:3")))
        .isTrue();
    assertThat(Signatures.same(recorded, failed(OVERFLOW, "B.walk:2", "B.walk:2", "B.walk:2")))
        .isFalse();
  }

  @Test
  void anyOtherExceptionIsTheSameOnlyFromTheSameLine() {
    Failure recorded = recorded("java.lang.RuntimeException", "A.down:2", "A.up:3");
    assertThat(
            Signatures.same(recorded, failed("java.lang.RuntimeException", "A.down:2", "A.up:3")))
        .isTrue();
    assertThat(
            Signatures.same(recorded, failed("java.lang.RuntimeException", "A.down:4", "A.up:3")))
        .isFalse();
  }

  private static Failure recorded(String type, String... frames) {
    return new Failure(
        FailureKind.EXCEPTION, "s", type, "", "0", "main", List.of(frames), 0, null, List.of());
  }

  private static RunOutcome failed(String type, String... frames) {
    RunOutcome.Failed failed =
        new RunOutcome.Failed("exception", "0", type, "", List.of(frames), null);
    return new RunOutcome(
        "failed",
        List.of(failed),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        null,
        true,
        false,
        1);
  }
}
