package dev.heisenbug.crds;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Min;

/** When a reproduction and its objects in storage are removed; never before the verdict. */
public record RetentionSpec(
    @Default("720")
        @Min(1)
        @JsonPropertyDescription("Hours after the verdict at which it is removed.")
        Integer maxAgeHours,
    @Min(1)
        @JsonPropertyDescription(
            "Mebibytes that the capture's bundles may take together; the oldest with a verdict are"
                + " removed first. Not set: no limit.")
        Integer maxMebibytes) {
  public RetentionSpec {
    maxAgeHours = maxAgeHours == null ? 720 : maxAgeHours;
  }

  static RetentionSpec standard() {
    return new RetentionSpec(null, null);
  }
}
