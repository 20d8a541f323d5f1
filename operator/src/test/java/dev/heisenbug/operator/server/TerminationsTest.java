package dev.heisenbug.operator.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class TerminationsTest {
  private static final long END = Instant.parse("2026-11-16T10:00:00Z").toEpochMilli();

  private final Pod pod =
      new PodBuilder()
          .withNewMetadata()
          .endMetadata()
          .withNewStatus()
          .addNewContainerStatus()
          .withName("app")
          .withNewState()
          .withNewRunning()
          .endRunning()
          .endState()
          .withNewLastState()
          .withNewTerminated()
          .withExitCode(137)
          .withReason("OOMKilled")
          .withFinishedAt("2026-11-16T10:00:00Z")
          .endTerminated()
          .endLastState()
          .endContainerStatus()
          .endStatus()
          .build();

  @Test
  void tellsHowTheProcessEndedThatWasAskedFor() {
    assertThat(Terminations.of(pod, "app", END - 5000).known()).isTrue();
    assertThat(Terminations.of(pod, "app", END - 5000).reason()).isEqualTo("OOMKilled");
  }

  @Test
  void anEarlierEndIsAnotherProcess() {
    assertThat(Terminations.of(pod, "app", END + 5000).known()).isFalse();
    assertThat(Terminations.of(pod, "other", 0).known()).isFalse();
  }
}
