package dev.heisenbug.crds;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;

/** A workload by its name, for teams that do not want to think in labels. */
public record WorkloadRef(
    @Required
        @Pattern("^(Deployment|StatefulSet|DaemonSet|ReplicaSet|Job|CronJob)$")
        @JsonPropertyDescription("Deployment, StatefulSet, DaemonSet, ReplicaSet, Job or CronJob.")
        String kind,
    @Required
        @Pattern("^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$")
        @JsonPropertyDescription("Name of the workload in the capture's namespace.")
        String name) {
  /** As statuses and events have it. */
  public String text() {
    return kind + "/" + name;
  }
}
