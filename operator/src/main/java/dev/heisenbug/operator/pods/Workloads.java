package dev.heisenbug.operator.pods;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;

/** What a pod belongs to, read from the pod alone: no right to read workloads is needed. */
public final class Workloads {
  private static final String HASH = "pod-template-hash";

  private Workloads() {}

  /** {@code Kind/name} of the pod's owner; for a ReplicaSet the Deployment behind it. */
  public static String of(Pod pod) {
    if (pod.getMetadata().getOwnerReferences() != null) {
      for (OwnerReference owner : pod.getMetadata().getOwnerReferences()) {
        if (Boolean.TRUE.equals(owner.getController())) {
          String hash =
              pod.getMetadata().getLabels() == null
                  ? null
                  : pod.getMetadata().getLabels().get(HASH);
          if (owner.getKind().equals("ReplicaSet")
              && hash != null
              && owner.getName().endsWith("-" + hash)) {
            String name = owner.getName();
            return "Deployment/" + name.substring(0, name.length() - hash.length() - 1);
          }
          return owner.getKind() + "/" + owner.getName();
        }
      }
    }
    return "Pod/" + pod.getMetadata().getName();
  }

  /** How often the container was started again. */
  public static int restarts(Pod pod, String container) {
    if (pod.getStatus() == null || pod.getStatus().getContainerStatuses() == null) {
      return 0;
    }
    return pod.getStatus().getContainerStatuses().stream()
        .filter(s -> s.getName().equals(container))
        .map(ContainerStatus::getRestartCount)
        .findFirst()
        .orElse(0);
  }
}
