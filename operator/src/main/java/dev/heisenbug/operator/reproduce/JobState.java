package dev.heisenbug.operator.reproduce;

import dev.heisenbug.operator.pods.PodEvents;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** Where a Job stands, in terms that a reproduction can report. */
sealed interface JobState {
  /** Status of the container that fetches a bundle whose checksum is wrong. */
  int DAMAGED = 65;

  /** What keeps a pod from its first container. */
  List<String> PREPARATION =
      List.of(
          "FailedMount",
          "FailedAttachVolume",
          "FailedMapVolume",
          "FailedCreatePodSandBox",
          "NetworkNotReady");

  /** After so long a Job without a pod will not get one by itself. */
  int LATE_SECONDS = 30;

  record Running() implements JobState {}

  /** It cannot start; the cluster keeps trying. */
  record Stuck(String reason, String message) implements JobState {}

  record Complete() implements JobState {}

  record Failed(String reason, String message) implements JobState {}

  /**
   * @param podsOfJob asked for only where the Job itself does not tell enough
   * @param eventsOfPod asked for only where a pod has a node and none of its containers ever ran
   */
  static JobState of(
      Job job, Supplier<List<Pod>> podsOfJob, Function<Pod, List<Event>> eventsOfPod) {
    if (job.getStatus() != null && job.getStatus().getConditions() != null) {
      for (JobCondition condition : job.getStatus().getConditions()) {
        if ("True".equals(condition.getStatus())) {
          if (condition.getType().equals("Complete")) {
            return new Complete();
          }
          if (condition.getType().equals("Failed")) {
            return failed(condition, podsOfJob.get());
          }
        }
      }
    }
    List<Pod> pods = podsOfJob.get();
    if (pods.isEmpty() && late(job)) {
      return new Stuck(
          "NoPod",
          "The Job %s gets no pod: a quota, a policy or a missing service account may refuse it; kubectl describe job %s -n %s says which."
              .formatted(
                  job.getMetadata().getName(),
                  job.getMetadata().getName(),
                  job.getMetadata().getNamespace()));
    }
    for (Pod pod : pods) {
      PodCondition scheduled = scheduled(pod);
      if (scheduled != null && "Unschedulable".equals(scheduled.getReason())) {
        return new Stuck(
            "Unschedulable", "No node takes the Job's pod: " + scheduled.getMessage() + ".");
      }
    }
    for (ContainerStatus status : containers(pods)) {
      ContainerState state = status.getState();
      if (state != null && state.getWaiting() != null && stuck(state.getWaiting().getReason())) {
        String message = state.getWaiting().getMessage();
        return new Stuck(
            // The kubelet tries and pauses in turn; that is no news each time.
            state.getWaiting().getReason().equals("ErrImagePull")
                ? "ImagePullBackOff"
                : state.getWaiting().getReason(),
            "Container %s cannot start: %s The Job goes on by itself once the cause is gone; after its deadline annotate the reproduction with heisenbug.dev/retry."
                .formatted(status.getName(), message == null ? "" : message + "."));
      }
    }
    return unprepared(pods, eventsOfPod);
  }

  /** A pod without its volumes or its network only says so in its events. */
  private static JobState unprepared(List<Pod> pods, Function<Pod, List<Event>> eventsOfPod) {
    for (Pod pod : pods) {
      if (!prepares(pod)) {
        continue;
      }
      Event last =
          eventsOfPod.apply(pod).stream()
              .filter(e -> PREPARATION.contains(String.valueOf(e.getReason())))
              .max(Comparator.comparing(PodEvents::time))
              .orElse(null);
      if (last != null) {
        return new Stuck(
            last.getReason(),
            "The Job's pod %s cannot start: %s. What it mounts must be there as it was for the failed pod; the Job goes on by itself once it is, and after its deadline annotate the reproduction with heisenbug.dev/retry."
                .formatted(pod.getMetadata().getName(), sentence(last.getMessage())));
      }
    }
    return new Running();
  }

  private static String sentence(String message) {
    return message == null
        ? "the cluster does not say why"
        : message.strip().replaceAll("[.]$", "");
  }

  /** Whether it has a node, and nothing of it has run there yet. */
  private static boolean prepares(Pod pod) {
    return pod.getStatus() != null
        && "Pending".equals(pod.getStatus().getPhase())
        && pod.getStatus().getStartTime() != null
        && containers(List.of(pod)).stream()
            .allMatch(c -> c.getState() == null || c.getState().getWaiting() != null);
  }

  private static PodCondition scheduled(Pod pod) {
    return pod.getStatus() == null || pod.getStatus().getConditions() == null
        ? null
        : pod.getStatus().getConditions().stream()
            .filter(c -> c.getType().equals("PodScheduled") && !"True".equals(c.getStatus()))
            .findFirst()
            .orElse(null);
  }

  /** Whether a pod would be there by now. */
  private static boolean late(Job job) {
    return job.getMetadata().getCreationTimestamp() != null
        && Instant.parse(job.getMetadata().getCreationTimestamp())
            .isBefore(Instant.now().minusSeconds(LATE_SECONDS));
  }

  private static boolean stuck(String reason) {
    return reason != null
        && List.of(
                "ImagePullBackOff",
                "ErrImagePull",
                "InvalidImageName",
                "CreateContainerConfigError",
                "CreateContainerError",
                "ErrImageNeverPull")
            .contains(reason);
  }

  private static Failed failed(JobCondition condition, List<Pod> pods) {
    if ("DeadlineExceeded".equals(condition.getReason())) {
      return new Failed("DeadlineExceeded", "the Job ran out of its time");
    }
    for (ContainerStatus status : containers(pods)) {
      ContainerState state = status.getState();
      if (state != null
          && state.getTerminated() != null
          && state.getTerminated().getExitCode() == DAMAGED
          && status.getName().equals("heisenbug-fetch")) {
        return new Failed(
            "BundleDamaged",
            "the bundle in storage is not the one that was sealed; delete this reproduction, so"
                + " that the next failure of this kind is kept instead");
      }
      if (state != null
          && state.getTerminated() != null
          && state.getTerminated().getExitCode() != 0
          && !status.getName().equals("heisenbug-deliver")) {
        String reason = state.getTerminated().getReason();
        return new Failed(
            reason == null ? "Error" : reason,
            "container %s ended with %d%s"
                .formatted(
                    status.getName(),
                    state.getTerminated().getExitCode(),
                    lastLine(state.getTerminated().getMessage())));
      }
    }
    String message = condition.getMessage();
    return new Failed(
        condition.getReason() == null ? "Failed" : condition.getReason(),
        message == null ? "the Job failed" : message);
  }

  private static String lastLine(String message) {
    if (message == null || message.isBlank()) {
      return "";
    }
    String text = message.strip();
    return ": " + text.substring(text.lastIndexOf('\n') + 1);
  }

  private static List<ContainerStatus> containers(List<Pod> pods) {
    List<ContainerStatus> all = new ArrayList<>();
    for (Pod pod : pods) {
      if (pod.getStatus() != null) {
        all.addAll(pod.getStatus().getInitContainerStatuses());
        all.addAll(pod.getStatus().getContainerStatuses());
      }
    }
    return all;
  }
}
