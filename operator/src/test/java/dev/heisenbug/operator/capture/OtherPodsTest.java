package dev.heisenbug.operator.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.crds.Names;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OtherPodsTest {
  @Test
  void podsOfTheCaptureItselfAreCountedElsewhere() {
    OtherPods.Counts counts =
        OtherPods.count(
            List.of(
                pod(Map.of()),
                pod(Map.of(Names.INJECTED, "true", Names.CAPTURE, "mine")),
                pod(Map.of(Names.INJECTED, "skipped", Names.CAPTURE, "mine")),
                pod(Map.of(Names.INJECTED, "true", Names.CAPTURE, "older")),
                pod(Map.of(Names.STAGE, "analyze", Names.CAPTURE, "mine"))),
            "mine");
    assertThat(counts).isEqualTo(new OtherPods.Counts(3, 1));
  }

  private static Pod pod(Map<String, String> labels) {
    return new PodBuilder().withNewMetadata().withLabels(labels).endMetadata().build();
  }
}
