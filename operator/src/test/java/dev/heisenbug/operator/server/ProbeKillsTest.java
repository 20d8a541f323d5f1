package dev.heisenbug.operator.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProbeKillsTest {
  private static final long START = Instant.parse("2026-01-01T10:00:00Z").toEpochMilli();

  @Test
  void aKillAfterAFailedLivenessProbeIsTold() {
    assertThat(
            ProbeKills.of(
                List.of(
                    event("Unhealthy", "app", "10:00:05", "Liveness probe failed: timed out"),
                    event("Killing", "app", "10:00:06", "Container app failed liveness probe")),
                "app",
                START))
        .contains("Liveness probe failed: timed out");
  }

  @Test
  void otherStopsAreNot() {
    Event probe = event("Unhealthy", "app", "10:00:05", "Liveness probe failed: x");
    Event kill = event("Killing", "app", "10:00:06", "Stopping container app");
    assertThat(ProbeKills.of(List.of(probe), "app", START)).isEmpty();
    assertThat(ProbeKills.of(List.of(kill), "app", START)).isEmpty();
    assertThat(ProbeKills.of(List.of(probe, kill), "other", START)).isEmpty();
    assertThat(ProbeKills.of(List.of(probe, kill), "app", START + 60_000)).isEmpty();
    assertThat(
            ProbeKills.of(
                List.of(event("Unhealthy", "app", "10:00:05", "Readiness probe failed: x"), kill),
                "app",
                START))
        .isEmpty();
  }

  private static Event event(String reason, String container, String time, String message) {
    return new EventBuilder()
        .withReason(reason)
        .withMessage(message)
        .withLastTimestamp("2026-01-01T" + time + "Z")
        .withNewInvolvedObject()
        .withFieldPath("spec.containers{" + container + "}")
        .endInvolvedObject()
        .build();
  }
}
