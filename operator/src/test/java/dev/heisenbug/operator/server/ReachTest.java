package dev.heisenbug.operator.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.crds.CaptureSpec;
import dev.heisenbug.crds.HeisenbugCapture;
import dev.heisenbug.crds.Names;
import dev.heisenbug.operator.TestSettings;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReachTest {
  private static final Map<String, Namespace> NAMESPACES =
      Map.of(
          "open", namespace("sre, platform"),
          "all", namespace("*"),
          "other", namespace("sre"),
          "closed", namespace(null));

  @Test
  void anotherNamespaceHasToLetCapturesIn() {
    assertThat(refusal("open")).isNull();
    assertThat(refusal("all")).isNull();
    assertThat(refusal("other")).contains(Names.CAPTURES_FROM).contains("platform");
    assertThat(refusal("closed")).contains(Names.CAPTURES_FROM);
    assertThat(refusal("missing")).isEqualTo("there is no such namespace");
  }

  @Test
  void withoutTheChartsLeaveOnlyTheOwnNamespaceIsReached() {
    Reach reach = new Reach(TestSettings.defaults(), null);
    reach.start();
    HeisenbugCapture capture = capture("platform", "open");
    assertThat(reach.of(capture)).containsExactly("platform");
    assertThat(reach.refused(capture)).containsOnlyKeys("open");
    assertThat(reach.of(capture())).containsExactly("platform");
  }

  private static String refusal(String target) {
    return Reach.refusal("platform", target, NAMESPACES::get);
  }

  private static HeisenbugCapture capture(String... namespaces) {
    HeisenbugCapture capture = new HeisenbugCapture();
    capture.setMetadata(new ObjectMetaBuilder().withName("c").withNamespace("platform").build());
    capture.setSpec(CaptureSpec.of(null).withNamespaces(List.of(namespaces)));
    return capture;
  }

  private static Namespace namespace(String from) {
    return new NamespaceBuilder()
        .withNewMetadata()
        .withAnnotations(from == null ? null : Map.of(Names.CAPTURES_FROM, from))
        .endMetadata()
        .build();
  }
}
