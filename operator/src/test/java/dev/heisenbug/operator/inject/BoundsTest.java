package dev.heisenbug.operator.inject;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.operator.pods.Bounds;
import dev.heisenbug.operator.pods.Parts;
import io.fabric8.kubernetes.api.model.LimitRange;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import org.junit.jupiter.api.Test;

class BoundsTest {
  private static final ResourceRequirements OURS = Parts.resources("10m", "64Mi", "416Mi");

  @Test
  void requestsAreRaisedToWhatTheNamespaceAsksFor() {
    Bounds bounds = bounds("{type: Container, min: {cpu: 50m, memory: 100Mi}}");
    ResourceRequirements fitted = bounds.fit(OURS);
    assertThat(fitted.getRequests())
        .containsEntry("cpu", new Quantity("50m"))
        .containsEntry("memory", new Quantity("100Mi"));
    assertThat(fitted.getLimits()).containsEntry("memory", new Quantity("416Mi"));
    assertThat(bounds.tooMuch(OURS)).isEmpty();
    assertThat(OURS.getRequests()).containsEntry("cpu", new Quantity("10m"));
  }

  @Test
  void aRatioRaisesTheRequest() {
    ResourceRequirements fitted =
        bounds("{type: Container, maxLimitRequestRatio: {memory: 4, cpu: 2}}").fit(OURS);
    assertThat(fitted.getRequests()).containsEntry("memory", new Quantity("109051904"));
    assertThat(fitted.getLimits()).containsEntry("cpu", new Quantity("10m"));
  }

  @Test
  void aMaximumBelowTheRecordersNeedIsNoPlaceForIt() {
    assertThat(bounds("{type: Container, max: {memory: 256Mi}}").tooMuch(OURS).orElseThrow())
        .contains("256Mi of memory", "416Mi", "spec.recorder.cap");
    Bounds wide = bounds("{type: Container, max: {memory: 1Gi, cpu: 2}}");
    assertThat(wide.tooMuch(OURS)).isEmpty();
    assertThat(wide.fit(OURS).getLimits()).containsEntry("cpu", new Quantity("2"));
  }

  @Test
  void otherKindsOfLimitsAreNotAboutContainers() {
    assertThat(bounds("{type: PersistentVolumeClaim, min: {storage: 1Gi}}").fit(OURS))
        .isEqualTo(OURS);
  }

  private static Bounds bounds(String item) {
    return Bounds.of(
        List.of(
            Serialization.unmarshal(
                "kind: LimitRange\napiVersion: v1\nspec: {limits: [" + item + "]}\n",
                LimitRange.class)));
  }
}
