package dev.heisenbug.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.crds.HeisenbugCapture;
import io.fabric8.kubernetes.api.model.Pod;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the examples folder shows is accepted and does what it says. */
class ExamplesIT extends Scenario {
  @ParameterizedTest
  @ValueSource(strings = {"minimal", "every-field", "native"})
  void capturesBecomeReady(String name) {
    HeisenbugCapture capture = applyCapture(name);
    await("ready", SOON, () -> condition(capture, "Ready").startsWith("True"));
  }

  @Test
  void ownStorageThatCannotBeReachedIsNamed() {
    HeisenbugCapture capture = applyCapture("own-storage");
    await(
        "the storage condition",
        SOON,
        () -> condition(capture, "StorageReachable").startsWith("False"));
    assertThat(condition(capture, "StorageReachable")).isEqualTo("False Unreachable");
  }

  @Test
  void namespacesThatDoNotLetACaptureInAreNamed() {
    HeisenbugCapture capture = applyCapture("other-namespaces");
    assertThat(condition(capture, "NamespacesAllowed")).isEqualTo("False NotAllowed");
    apply("network-policy");
  }

  @Test
  void theWorkloadIsRecordedAndKeepsItsOptions() {
    AppImage.of("piper-while");
    applyCapture("minimal");
    apply("workload");
    await("a pod", SOON, () -> !pods("orders").isEmpty());
    Pod pod = pods("orders").get(0);
    assertThat(pod.getMetadata().getLabels()).containsEntry("heisenbug.dev/injected", "true");
    assertThat(pod.getSpec().getContainers().get(0).getEnv())
        .anyMatch(
            e ->
                e.getName().equals("JAVA_TOOL_OPTIONS")
                    && e.getValue().startsWith("-Xmx64m -javaagent:"));
  }

  @Test
  void aNamespaceOptsInAndOnePodStaysOut() {
    AppImage.of("piper-while");
    apply("namespace-opt-in");
    try {
      Pod pod = CLIENT.pods().inNamespace("heisenbug-example").withName("left-out").get();
      assertThat(pod.getSpec().getContainers()).hasSize(1);
    } finally {
      CLIENT.namespaces().withName("heisenbug-example").delete();
    }
  }

  private HeisenbugCapture applyCapture(String name) {
    apply("capture-" + name);
    HeisenbugCapture made =
        CLIENT.resources(HeisenbugCapture.class).inNamespace(namespace).withName(name).get();
    await("seen", SOON, () -> !condition(made, "Ready").isEmpty());
    return made;
  }

  private void apply(String example) {
    String file = Project.root().resolve("k8s-examples/" + example + ".yaml").toString();
    if (example.startsWith("namespace")) {
      Kube.kubectl("apply", "-f", file);
    } else {
      Kube.kubectl("apply", "-n", namespace, "-f", file);
    }
  }
}
