package dev.heisenbug.operator.pods;

import dev.heisenbug.crds.WorkloadRef;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.regex.Pattern;

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

  /** Whether a pod is of a workload; a CronJob is known by the names that it gives to its Jobs. */
  public static boolean belongs(Pod pod, WorkloadRef workload) {
    String owner = of(pod);
    return workload.kind().equals("CronJob")
        ? owner.matches("Job/" + Pattern.quote(workload.name()) + "-[0-9]+")
        : owner.equals(workload.text());
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
