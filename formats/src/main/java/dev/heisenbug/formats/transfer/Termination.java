package dev.heisenbug.formats.transfer;

/**
 * How the cluster says that a container ended; a sidecar does not see that itself.
 *
 * @param known false while the cluster has not noticed yet
 * @param leaving the pod is being deleted, so that its end is no failure
 * @param reason such as {@code OOMKilled}
 * @param probe what the kubelet says that killed the container because its liveness or startup
 *     probe failed; null otherwise, and from operators that do not know it
 */
public record Termination(
    boolean known, boolean leaving, int exitCode, String reason, String probe) {
  /** Nothing is known yet. */
  public static Termination unknown(boolean leaving) {
    return new Termination(false, leaving, 0, null, null);
  }
}
