package dev.heisenbug.crds;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;

/** Where pods run with regard to Intel Processor Trace, and how it is recorded there. */
public record PtSpec(
    @Default("Never")
        @JsonPropertyDescription(
            "Required: pods run only on nodes labelled heisenbug.dev/intel-pt=true and wait when"
                + " there is none. Preferred: such nodes first. Never: no influence on scheduling.")
        PtPolicy policy,
    @Default("Sidecar")
        @JsonPropertyDescription(
            "Sidecar: a second sidecar records the trace of native programs; it runs as root with"
                + " the capabilities that the nodes ask for, and the pod shares its process"
                + " namespace. A namespace whose Pod Security level forbids that gets the software"
                + " recorder. NodeAgent: an agent on the node records it from outside; pods get no"
                + " privilege. The chart's nodeAgent.enabled brings it.")
        PtMode mode,
    @Default("false")
        @JsonPropertyDescription(
            "True makes the sidecar privileged instead, where capabilities are not enough.")
        Boolean privileged) {
  public PtSpec {
    policy = policy == null ? PtPolicy.Never : policy;
    mode = mode == null ? PtMode.Sidecar : mode;
    privileged = privileged != null && privileged;
  }

  /** The policy, everything else by default. */
  public static PtSpec of(PtPolicy policy) {
    return new PtSpec(policy, null, null);
  }

  static PtSpec standard() {
    return of(null);
  }
}
