package dev.heisenbug.operator.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class JobStateTest {
  private static final Function<Pod, List<Event>> NO_EVENTS =
      pod -> {
        throw new AssertionError("events were asked for");
      };

  @Test
  void aCompleteJobNeedsNoLookAtItsPods() {
    assertThat(
            JobState.of(
                job("Complete", null),
                () -> {
                  throw new AssertionError("pods were asked for");
                },
                NO_EVENTS))
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
    JobState state = JobState.of(new JobBuilder().build(), () -> List.of(pod), NO_EVENTS);
    assertThat(state).isInstanceOf(JobState.Stuck.class);
    assertThat(((JobState.Stuck) state).message()).contains("no such host", "heisenbug.dev/retry");
  }

  @Test
  void aJobWhosePodIsRefusedOrFitsNowhereSaysSo() {
    Job young = new JobBuilder().withNewMetadata().withName("j").endMetadata().build();
    young.getMetadata().setCreationTimestamp(java.time.Instant.now().toString());
    assertThat(JobState.of(young, List::of, NO_EVENTS)).isInstanceOf(JobState.Running.class);
    young.getMetadata().setCreationTimestamp("2026-01-01T00:00:00Z");
    assertThat(((JobState.Stuck) JobState.of(young, List::of, NO_EVENTS)).reason())
        .isEqualTo("NoPod");
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
    JobState.Stuck stuck = (JobState.Stuck) JobState.of(young, () -> List.of(pod), NO_EVENTS);
    assertThat(stuck.reason()).isEqualTo("Unschedulable");
    assertThat(stuck.message()).contains("Insufficient memory");
  }

  @Test
  void aPodThatWaitsForAVolumeSaysWhichAtOnce() {
    Pod waiting = waiting("ContainerCreating");
    JobState.Stuck stuck =
        (JobState.Stuck)
            JobState.of(
                new JobBuilder().build(),
                () -> List.of(waiting),
                pod ->
                    List.of(
                        event("Scheduled", "assigned", "2026-01-01T00:00:09Z"),
                        event("FailedMount", "configmap \"old\" not found", "2026-01-01T00:00:01Z"),
                        event(
                            "FailedMount",
                            "configmap \"new\" not found.",
                            "2026-01-01T00:00:02Z")));
    assertThat(stuck.reason()).isEqualTo("FailedMount");
    assertThat(stuck.message())
        .contains("configmap \"new\" not found. What", "heisenbug.dev/retry")
        .doesNotContain("old");
    assertThat(
            JobState.of(
                new JobBuilder().build(),
                () -> List.of(waiting),
                pod -> List.of(event("Pulling", "image", "2026-01-01T00:00:01Z"))))
        .isInstanceOf(JobState.Running.class);
  }

  @Test
  void aPodThatHasRunSomethingHadItsVolumes() {
    Pod pod = waiting("PodInitializing");
    pod.getStatus()
        .getInitContainerStatuses()
        .add(
            new ContainerStatusBuilder()
                .withName("heisenbug-tools")
                .withNewState()
                .withNewTerminated()
                .withExitCode(0)
                .endTerminated()
                .endState()
                .build());
    assertThat(JobState.of(new JobBuilder().build(), () -> List.of(pod), NO_EVENTS))
        .isInstanceOf(JobState.Running.class);
  }

  private static Pod waiting(String reason) {
    return new PodBuilder()
        .withNewMetadata()
        .withName("p")
        .endMetadata()
        .withNewStatus()
        .withPhase("Pending")
        .withStartTime("2026-01-01T00:00:00Z")
        .addNewContainerStatus()
        .withName("stage")
        .withNewState()
        .withNewWaiting(null, reason)
        .endState()
        .endContainerStatus()
        .endStatus()
        .build();
  }

  private static Event event(String reason, String message, String time) {
    return new EventBuilder()
        .withReason(reason)
        .withMessage(message)
        .withLastTimestamp(time)
        .build();
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
    return (JobState.Failed)
        JobState.of(job("Failed", "BackoffLimitExceeded"), () -> List.of(pod), NO_EVENTS);
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
