package dev.heisenbug.operator.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.crds.HeisenbugReproduction;
import dev.heisenbug.crds.ReproductionStatus;
import dev.heisenbug.crds.RetentionSpec;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RetentionTest {
  private static final Instant VERDICT = Instant.parse("2026-01-01T00:00:00Z");

  @Test
  void onlyWhatHasItsVerdictLongEnoughIsDue() {
    RetentionSpec two = new RetentionSpec(2, null, null);
    HeisenbugReproduction finished = finishedAt("2026-01-01T00:00:00Z");
    assertThat(Retention.due(finished, two, VERDICT.plusSeconds(7201))).isTrue();
    assertThat(Retention.due(finished, two, VERDICT.plusSeconds(7199))).isFalse();
    assertThat(Retention.due(finishedAt(null), two, VERDICT.plusSeconds(72000))).isFalse();
  }

  @Test
  void withoutCaptureAndWithoutItsWordNothingIsEverDue() {
    assertThat(Retention.due(finishedAt("2026-01-01T00:00:00Z"), null, Instant.MAX)).isFalse();
  }

  private static HeisenbugReproduction finishedAt(String time) {
    HeisenbugReproduction reproduction = new HeisenbugReproduction();
    reproduction.setStatus(
        Serialization.unmarshal(
            time == null ? "{}" : "{\"finishedAt\": \"" + time + "\"}", ReproductionStatus.class));
    return reproduction;
  }
}
