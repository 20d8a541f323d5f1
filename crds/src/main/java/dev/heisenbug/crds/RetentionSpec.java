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
        Integer maxMebibytes,
    @Default("Keep")
        @JsonPropertyDescription(
            "What happens to bundle and results in storage when somebody deletes the reproduction."
                + " Keep: nothing. Remove: a finalizer holds the reproduction until they are removed;"
                + " delete such reproductions before an uninstall.")
        OnDelete onDelete) {
  public RetentionSpec {
    onDelete = onDelete == null ? OnDelete.Keep : onDelete;
    maxAgeHours = maxAgeHours == null ? 720 : maxAgeHours;
  }

  static RetentionSpec standard() {
    return new RetentionSpec(null, null, null);
  }
}
