package dev.heisenbug.crds;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** Pods that a capture is about. */
public record PodCounts(
    @JsonPropertyDescription("Pods that the selector matches.") Integer matched,
    @JsonPropertyDescription("Pods that carry the recorder for this capture.") Integer instrumented,
    @JsonPropertyDescription("Pods that were looked at and left alone; the pod says why.")
        Integer skipped,
    @JsonPropertyDescription("Instrumented pods that are running.") Integer recording,
    @JsonPropertyDescription("Pods from before the capture: recorded after their next restart.")
        Integer needRestart) {}
