package dev.heisenbug.operator.server;

import dev.heisenbug.formats.transfer.Termination;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.stream.Stream;

/** Reads from a pod's status how a container ended. */
final class Terminations {
  private Terminations() {}

  /**
   * @param since only an end after this time is the one that is asked for
   */
  static Termination of(Pod pod, String container, long since) {
    boolean leaving = pod.getMetadata().getDeletionTimestamp() != null;
    if (pod.getStatus() != null) {
      for (ContainerStatus status : pod.getStatus().getContainerStatuses()) {
        if (status.getName().equals(container)) {
          return Stream.of(status.getState(), status.getLastState())
              .map(state -> ended(state, since))
              .filter(java.util.Objects::nonNull)
              .findFirst()
              .map(t -> new Termination(true, leaving, t.getExitCode(), t.getReason(), null))
              .orElse(Termination.unknown(leaving));
        }
      }
    }
    return Termination.unknown(leaving);
  }

  private static ContainerStateTerminated ended(ContainerState state, long since) {
    ContainerStateTerminated t = state == null ? null : state.getTerminated();
    if (t == null || t.getFinishedAt() == null || t.getFinishedAt().isEmpty()) {
      return null;
    }
    long end = Instant.parse(t.getFinishedAt()).toEpochMilli() + 999;
    return end >= since ? t : null;
  }
}
