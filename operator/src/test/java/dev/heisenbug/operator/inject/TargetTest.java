package dev.heisenbug.operator.inject;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.crds.CaptureSpec;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import org.junit.jupiter.api.Test;

/** Which container of a pod is recorded. */
class TargetTest {
  private static final CaptureSpec ANY =
      CaptureSpec.of(new LabelSelectorBuilder().addToMatchLabels("app", "x").build());

  @Test
  void theFirstUnlessThePodSaysWhichOnePeopleMean() {
    assertThat(Decider.target(pod(null), ANY).getName()).isEqualTo("proxy");
    assertThat(Decider.target(pod("app"), ANY).getName()).isEqualTo("app");
    assertThat(Decider.target(pod("gone"), ANY).getName()).isEqualTo("proxy");
  }

  private static Pod pod(String named) {
    PodBuilder pod =
        new PodBuilder()
            .withNewMetadata()
            .endMetadata()
            .withNewSpec()
            .addNewContainer()
            .withName("proxy")
            .endContainer()
            .addNewContainer()
            .withName("app")
            .endContainer()
            .endSpec();
    if (named != null) {
      pod.editMetadata()
          .addToAnnotations("kubectl.kubernetes.io/default-container", named)
          .endMetadata();
    }
    return pod.build();
  }
}
