package dev.heisenbug.crds;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;

/** Where pods run with regard to Intel Processor Trace. */
public record PtSpec(
    @Default("Never")
        @JsonPropertyDescription(
            "Required: pods run only on nodes labelled heisenbug.dev/intel-pt=true and wait when"
                + " there is none. Preferred: such nodes first. Never: no influence on scheduling.")
        PtPolicy policy) {
  public PtSpec {
    policy = policy == null ? PtPolicy.Never : policy;
  }

  static PtSpec standard() {
    return new PtSpec(null);
  }
}
