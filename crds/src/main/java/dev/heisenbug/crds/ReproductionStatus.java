package dev.heisenbug.crds;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;

/** How far a reproduction is. */
public record ReproductionStatus(
    @JsonPropertyDescription("Generation of the specification that this status is about.")
        Long observedGeneration,
    @JsonPropertyDescription("Summary of the conditions for people.") Phase phase,
    @JsonPropertyDescription(
            "Why it does not go on, or how it ended, in one word; the conditions say more.")
        String reason,
    @JsonPropertyDescription(
            "Reproduced k/n, NotReproduced with the reason, or Unknown with the reason.")
        String verdict,
    @JsonPropertyDescription("Runs in which the failure came back.") Integer times,
    @JsonPropertyDescription("Runs under the schedule.") Integer runs,
    @JsonPropertyDescription("Context switches in the schedule.") Integer contextSwitches,
    @JsonPropertyDescription("Seconds that the analysis took.") Integer analysisSeconds,
    @JsonPropertyDescription("Seconds that the replays took.") Integer replaySeconds,
    @JsonPropertyDescription("Key of the schedule in the bundle's bucket.") String scheduleKey,
    @JsonPropertyDescription("Key of the report in the bundle's bucket.") String reportKey,
    @JsonPropertyDescription("When the verdict was reached.") String finishedAt,
    @JsonPropertyDescription("Last request to try again that was carried out.") String retried,
    @JsonPropertyDescription(
            "Sealed, Analyzed, Reproduced (True, False or Unknown), Failed; each with reason and"
                + " message.")
        List<Condition> conditions) {
  public ReproductionStatus {
    conditions = conditions == null ? List.of() : List.copyOf(conditions);
  }

  /** Before anything happened. */
  public static ReproductionStatus fresh() {
    return new ReproductionStatus(
        null, Phase.Sealed, null, null, null, null, null, null, null, null, null, null, null, null);
  }

  /** Whether there is a verdict. */
  public boolean finished() {
    return verdict != null;
  }
}
