package dev.heisenbug.crds;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.kubernetes.api.model.ResourceRequirements;

/** Limits of the replay Job. */
public record ReplaySpec(
    @Default("10")
        @Min(1)
        @Max(1000)
        @JsonPropertyDescription("How often the program is run under the schedule.")
        Integer times,
    @Default("60") @Min(1) @Max(3600) @JsonPropertyDescription("Seconds for one run.")
        Integer runTimeoutSeconds,
    @JsonPropertyDescription("Resources of the container that replays.")
        ResourceRequirements resources) {
  public ReplaySpec {
    times = times == null ? 10 : times;
    runTimeoutSeconds = runTimeoutSeconds == null ? 60 : runTimeoutSeconds;
  }

  static ReplaySpec standard() {
    return new ReplaySpec(null, null, null);
  }
}
