package dev.heisenbug.operator.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobStateTest {
  @Test
  void aCompleteJobNeedsNoLookAtItsPods() {
    assertThat(
            JobState.of(
                job("Complete", null),
                () -> {
                  throw new AssertionError("pods were asked for");
                }))
        .isInstanceOf(JobState.Complete.class);
  }

  @Test
  void aWrongChecksumIsToldApartFromOtherEnds() {
    assertThat(failed("heisenbug-fetch", 65).reason()).isEqualTo("BundleDamaged");
    assertThat(failed("heisenbug-fetch", 1).reason()).isEqualTo("Error");
    assertThat(failed("stage", 65).message()).contains("container stage ended with 65");
  }

  @Test
  void anImageThatCannotBePulledSaysWhatToDo() {
    Pod pod =
        new PodBuilder()
            .withNewStatus()
            .addNewContainerStatus()
            .withName("stage")
            .withNewState()
            .withNewWaiting("no such host", "ImagePullBackOff")
            .endState()
            .endContainerStatus()
            .endStatus()
            .build();
    JobState state = JobState.of(new JobBuilder().build(), () -> List.of(pod));
    assertThat(state).isInstanceOf(JobState.Stuck.class);
    assertThat(((JobState.Stuck) state).message()).contains("no such host", "heisenbug.dev/retry");
  }

  @Test
  void aJobWhosePodIsRefusedOrFitsNowhereSaysSo() {
    Job young = new JobBuilder().withNewMetadata().withName("j").endMetadata().build();
    young.getMetadata().setCreationTimestamp(java.time.Instant.now().toString());
    assertThat(JobState.of(young, List::of)).isInstanceOf(JobState.Running.class);
    young.getMetadata().setCreationTimestamp("2026-01-01T00:00:00Z");
    assertThat(((JobState.Stuck) JobState.of(young, List::of)).reason()).isEqualTo("NoPod");
    Pod pod =
        new PodBuilder()
            .withNewStatus()
            .addNewCondition()
            .withType("PodScheduled")
            .withStatus("False")
            .withReason("Unschedulable")
            .withMessage("0/1 nodes are available: 1 Insufficient memory")
            .endCondition()
            .endStatus()
            .build();
    JobState.Stuck stuck = (JobState.Stuck) JobState.of(young, () -> List.of(pod));
    assertThat(stuck.reason()).isEqualTo("Unschedulable");
    assertThat(stuck.message()).contains("Insufficient memory");
  }

  private static JobState.Failed failed(String container, int exitCode) {
    Pod pod =
        new PodBuilder()
            .withNewStatus()
            .addNewInitContainerStatus()
            .withName(container)
            .withNewState()
            .withNewTerminated()
            .withExitCode(exitCode)
            .endTerminated()
            .endState()
            .endInitContainerStatus()
            .endStatus()
            .build();
    return (JobState.Failed) JobState.of(job("Failed", "BackoffLimitExceeded"), () -> List.of(pod));
  }

  private static Job job(String condition, String reason) {
    return new JobBuilder()
        .withNewStatus()
        .addNewCondition()
        .withType(condition)
        .withStatus("True")
        .withReason(reason)
        .endCondition()
        .endStatus()
        .build();
  }
}
