package dev.heisenbug.operator.reproduce;

import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import java.util.ArrayList;
import java.util.List;

/** Where a Job stands, in terms that a reproduction can report. */
sealed interface JobState {
  record Running() implements JobState {}

  /** It cannot start; the cluster keeps trying. */
  record Stuck(String reason, String message) implements JobState {}

  record Complete() implements JobState {}

  record Failed(String reason, String message) implements JobState {}

  static JobState of(Job job, List<Pod> pods) {
    if (job.getStatus() != null && job.getStatus().getConditions() != null) {
      for (JobCondition condition : job.getStatus().getConditions()) {
        if ("True".equals(condition.getStatus())) {
          if (condition.getType().equals("Complete")) {
            return new Complete();
          }
          if (condition.getType().equals("Failed")) {
            return failed(condition, pods);
          }
        }
      }
    }
    for (ContainerStatus status : containers(pods)) {
      ContainerState state = status.getState();
      if (state != null && state.getWaiting() != null && stuck(state.getWaiting().getReason())) {
        String message = state.getWaiting().getMessage();
        return new Stuck(
            state.getWaiting().getReason(),
            "Container %s cannot start: %s"
                .formatted(status.getName(), message == null ? "" : message));
      }
    }
    return new Running();
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
