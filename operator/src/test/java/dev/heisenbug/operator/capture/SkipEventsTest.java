package dev.heisenbug.operator.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.crds.Names;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class SkipEventsTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:10:00Z");

  @Test
  void newPodsThatCannotBeRecordedAreToldOfAndNoOthers() {
    assertThat(SkipEvents.reason(pod("NotLinux: it is for Windows", "2026-01-01T00:09:00Z"), NOW))
        .contains("NotLinux: it is for Windows");
    assertThat(SkipEvents.reason(pod("NotLinux: it is for Windows", "2026-01-01T00:01:00Z"), NOW))
        .isEmpty();
    assertThat(SkipEvents.reason(pod("Sampled: not in the share", "2026-01-01T00:09:00Z"), NOW))
        .isEmpty();
    assertThat(SkipEvents.reason(pod(null, "2026-01-01T00:09:00Z"), NOW)).isEmpty();
  }

  private static Pod pod(String reason, String made) {
    PodBuilder pod =
        new PodBuilder().withNewMetadata().withName("p").withCreationTimestamp(made).endMetadata();
    return reason == null
        ? pod.build()
        : pod.editMetadata().addToAnnotations(Names.SKIPPED_REASON, reason).endMetadata().build();
  }
}
