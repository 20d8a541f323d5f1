package dev.heisenbug.crds;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import java.util.List;

/**
 * What counts as a failure. Uncaught exceptions, assertion errors, deadlocks, exits with a status
 * other than 0 and death by a signal always do.
 */
public record FailureSpec(
    @JsonPropertyDescription("Exception classes that are failures even when they are caught.")
        List<@Pattern("^[\\w.$]+$") String> exceptions,
    @Default("30")
        @Min(0)
        @Max(86400)
        @JsonPropertyDescription("Seconds without any progress that count as a hang; 0 is never.")
        Integer hangSeconds,
    @Default("2")
        @Min(0)
        @Max(600)
        @JsonPropertyDescription(
            "Seconds to wait after a failure for the process to end before the recording of a"
                + " process that lives on is sealed.")
        Integer settleSeconds,
    @Default("1")
        @Min(1)
        @Max(1000)
        @JsonPropertyDescription(
            "How many bundles with the same failure signature and image are kept; more of the same"
                + " are counted as occurrences and dropped.")
        Integer keepPerSignature) {
  public FailureSpec {
    exceptions = exceptions == null ? List.of() : List.copyOf(exceptions);
    hangSeconds = hangSeconds == null ? 30 : hangSeconds;
    settleSeconds = settleSeconds == null ? 2 : settleSeconds;
    keepPerSignature = keepPerSignature == null ? 1 : keepPerSignature;
  }

  static FailureSpec standard() {
    return new FailureSpec(null, null, null, null);
  }
}
