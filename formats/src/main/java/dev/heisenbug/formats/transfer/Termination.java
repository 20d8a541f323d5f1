package dev.heisenbug.formats.transfer;

/**
 * How the cluster says that a container ended; a sidecar does not see that itself.
 *
 * @param known false while the cluster has not noticed yet
 * @param leaving the pod is being deleted, so that its end is no failure
 * @param reason such as {@code OOMKilled}
 */
public record Termination(boolean known, boolean leaving, int exitCode, String reason) {}
