package dev.heisenbug.crds;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.kubernetes.api.model.ResourceRequirements;

/** Limits of the analyzer Job. */
public record AnalysisSpec(
    @Default("300")
        @Min(1)
        @Max(86400)
        @JsonPropertyDescription("Seconds to look for a schedule; then the verdict is Unknown.")
        Integer timeoutSeconds,
    @Default("60")
        @Min(1)
        @Max(3600)
        @JsonPropertyDescription("Seconds for one controlled run of the program.")
        Integer runTimeoutSeconds,
    @Default("15")
        @Min(0)
        @Max(3600)
        @JsonPropertyDescription("Seconds to make the schedule shorter once it is found.")
        Integer minimiseSeconds,
    @Default("sc") @JsonPropertyDescription("Memory model to explain the failure under.")
        MemoryModelKind memoryModel,
    @JsonPropertyDescription("Resources of the container that runs the analysis.")
        ResourceRequirements resources) {
  public AnalysisSpec {
    timeoutSeconds = timeoutSeconds == null ? 300 : timeoutSeconds;
    runTimeoutSeconds = runTimeoutSeconds == null ? 60 : runTimeoutSeconds;
    minimiseSeconds = minimiseSeconds == null ? 15 : minimiseSeconds;
    memoryModel = memoryModel == null ? MemoryModelKind.SC : memoryModel;
  }

  static AnalysisSpec standard() {
    return new AnalysisSpec(null, null, null, null, null);
  }
}
