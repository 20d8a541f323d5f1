package dev.heisenbug.crds;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;

/** How a capture does: counts, not lists. */
public record CaptureStatus(
    @JsonPropertyDescription("Generation of the specification that this status is about.")
        Long observedGeneration,
    @JsonPropertyDescription("How many pods are in which state.") PodCounts pods,
    @JsonPropertyDescription("Failures captured: reproductions that exist for this capture.")
        Integer failures,
    @JsonPropertyDescription("Reproductions that have a verdict.") Integer finished,
    @JsonPropertyDescription("Reproductions whose failure came back in every replay.")
        Integer reproduced,
    @JsonPropertyDescription("Bytes of the capture's bundles.") Long bundleBytes,
    @JsonPropertyDescription("Last restart request that was carried out.") String restarted,
    @JsonPropertyDescription(
            "Ready, NodesAvailable, InjectionActive, StorageReachable, Degraded, and PtRecording"
                + " where Intel PT is asked for; each with reason and message.")
        List<Condition> conditions) {
  public CaptureStatus {
    conditions = conditions == null ? List.of() : List.copyOf(conditions);
  }
}
