package dev.heisenbug.crds;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;

/** One captured failure; written once by the operator when the bundle is complete. */
public record ReproductionSpec(
    @Required @JsonPropertyDescription("Name of the capture that it came from.") String capture,
    @JsonPropertyDescription("The capture's namespace; not set: the same as this one's.")
        String captureNamespace,
    @Required @JsonPropertyDescription("Where it happened.") SourceRef source,
    @Required @JsonPropertyDescription("The recording in storage.") BundleRef bundle,
    @Required @JsonPropertyDescription("What happened.") FailureInfo failure,
    @JsonPropertyDescription(
            "Runtime of the recording: jvm or native. Native recordings are kept; their analysis is"
                + " not built yet.")
        String runtime,
    @JsonPropertyDescription(
            "The capture's storage when the bundle was made; not set: the default.")
        StorageSpec storage,
    @JsonPropertyDescription("The capture's limits of the analysis when the bundle was made.")
        AnalysisSpec analysis,
    @JsonPropertyDescription("The capture's limits of the replay when the bundle was made.")
        ReplaySpec replay,
    @JsonPropertyDescription("What the capture gave to Jobs when the bundle was made.")
        JobsSpec jobs,
    @JsonPropertyDescription(
            "How long the capture kept bundles when this one was made; it counts once the capture"
                + " is gone. Not set: it stays then.")
        RetentionSpec retention) {
  public ReproductionSpec {
    runtime = runtime == null ? "jvm" : runtime;
    analysis = analysis == null ? AnalysisSpec.standard() : analysis;
    replay = replay == null ? ReplaySpec.standard() : replay;
    jobs = jobs == null ? JobsSpec.standard() : jobs;
  }
}
