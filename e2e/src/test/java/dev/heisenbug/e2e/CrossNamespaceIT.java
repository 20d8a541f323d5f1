package dev.heisenbug.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.crds.CaptureStatus;
import dev.heisenbug.crds.HeisenbugCapture;
import dev.heisenbug.crds.HeisenbugReproduction;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A capture of the platform team for the namespace of another one. */
class CrossNamespaceIT extends Scenario {
  private final String team = Kube.namespace("team", Map.of());

  @AfterEach
  void both() {
    CLIENT.namespaces().withName(team).delete();
  }

  @Test
  void anotherNamespaceIsRecordedOnceItLetsTheCaptureIn() throws Exception {
    HeisenbugCapture capture = capture("platform", s -> of("piper").withNamespaces(List.of(team)));
    await(
        "it says what is missing",
        SOON,
        () -> condition(capture, "NamespacesAllowed").equals("False NotAllowed"));
    assertThat(condition(capture, "Ready")).isEqualTo("False NotAllowed");
    String own = namespace;
    namespace = team; // where the helpers look from here on
    try {
      assertThat(webhookKnows("piper")).isFalse();
      Kube.kubectl("annotate", "namespace", team, "heisenbug.dev/captures-from=" + own);
      await("it is let in", SOON, () -> webhookKnows("piper"));
      deploy("piper", AppImage.of("piper"), 2);

      assertThat(verdict(LONG)).isEqualTo("Reproduced 10/10");
      HeisenbugReproduction r = reproduction();
      assertThat(r.getSpec().captureNamespace()).isEqualTo(own);
      assertThat(pods("piper").get(0).getMetadata().getLabels())
          .containsEntry("heisenbug.dev/capture-namespace", own);
    } finally {
      namespace = own;
    }
    await("the capture counts it", SOON, () -> status(capture).reproduced() == 1);
    assertThat(condition(capture, "Ready")).isEqualTo("True Ready");
    assertThat(status(capture).pods().instrumented()).isEqualTo(2);
    assertThat(reproductions()).isEmpty();
  }

  private static CaptureStatus status(HeisenbugCapture capture) {
    return CLIENT.resource(capture).get().getStatus();
  }
}
