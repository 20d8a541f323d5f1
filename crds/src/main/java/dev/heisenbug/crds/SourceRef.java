package dev.heisenbug.crds;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** The container that failed. */
public record SourceRef(
    @JsonPropertyDescription("Owner of the pod as Kind/name.") String workload,
    @JsonPropertyDescription("Name of the pod.") String pod,
    @JsonPropertyDescription("UID of the pod.") String podUid,
    @JsonPropertyDescription("Name of the container.") String container,
    @JsonPropertyDescription("Restarts of the container before this failure.") Integer restarts,
    @JsonPropertyDescription("Image that the container ran.") String image,
    @JsonPropertyDescription("Node that the pod ran on.") String node) {}
