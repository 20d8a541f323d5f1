package dev.heisenbug.crds;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;

/** Keeps a fleet safe: only so many pods are recorded. */
public record SamplingSpec(
    @Default("100%")
        @Pattern("^(100|[1-9]?[0-9])%$")
        @JsonPropertyDescription(
            "Share of the matching pods that are recorded; each new pod is chosen with this"
                + " probability.")
        String share,
    @Min(0)
        @JsonPropertyDescription(
            "Most pods that are recorded at the same time; pods beyond it are skipped with the"
                + " reason ConcurrencyCap. Not set: no limit.")
        Integer maxConcurrent) {
  public SamplingSpec {
    share = share == null ? "100%" : share;
  }

  static SamplingSpec standard() {
    return new SamplingSpec(null, null);
  }

  /** The share between 0 and 1. */
  public double probability() {
    return Integer.parseInt(share.substring(0, share.length() - 1)) / 100.0;
  }
}
