package dev.heisenbug.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.heisenbug.crds.HeisenbugCapture;
import dev.heisenbug.crds.HeisenbugReproduction;
import dev.heisenbug.crds.PtMode;
import dev.heisenbug.crds.PtPolicy;
import dev.heisenbug.crds.PtSpec;
import dev.heisenbug.crds.RuntimeKind;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.readiness.Readiness;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A native program that crashes: recorded by the preload agent, sealed, stored. */
class NativeIT extends Scenario {
  @Test
  void aCrashOfAPthreadProgramIsStoredAndItsVerdictIsHonest() throws Exception {
    var capture =
        capture(
            "native",
            // Nobody says that it is native: Auto finds out.
            s -> s.withRuntime(RuntimeKind.Auto).withIntelPt(PtSpec.of(PtPolicy.Preferred)),
            "racy");
    assertThat(condition(capture, "NodesAvailable")).isEqualTo("True SoftwareRecording");
    deploy("racy", AppImage.ofC("racy", RACY.formatted(0)), 2);

    assertThat(verdict(LONG)).isEqualTo("Unknown: native analysis not built yet");

    HeisenbugReproduction r = reproduction();
    assertThat(r.getSpec().runtime()).isEqualTo("native");
    assertThat(r.getSpec().failure().kind()).isEqualTo("signal");
    assertThat(r.getSpec().failure().type()).isEqualTo("SIGSEGV");
    assertThat(r.getSpec().failure().signature()).startsWith("signal:SIGSEGV@racy+0x");
    assertThat(Bucket.keys(r.getSpec().bundle().key())).hasSize(1);
    assertThat(pods("racy").get(0).getSpec().getContainers().get(0).getVolumeMounts())
        .anyMatch(m -> m.getMountPath().equals("/etc/ld.so.preload"));
  }

  @Test
  void onANodeWithPtItsTraceIsRecordedByASidecar() throws Exception {
    assumeTrue(Installation.values().containsKey("image.pt"), "there is no perf on this machine");
    try {
      HeisenbugCapture capture =
          capture(
              "traced",
              s -> s.withRuntime(RuntimeKind.Native).withIntelPt(PtSpec.of(PtPolicy.Required)),
              "racy-later");
      await(
          "it says so",
          SOON,
          () -> hasPt() && condition(capture, "PtRecording").equals("True Sidecar"));
      // Long enough for the sidecar to come up and attach, on a slow machine too.
      deploy("racy-later", AppImage.ofC("racy-later", RACY.formatted(40)), 1);
      await(
          "it is scheduled",
          SOON,
          () ->
              hasPt()
                  && !pods("racy-later").isEmpty()
                  && pods("racy-later").get(0).getSpec().getNodeName() != null);
      assertThat(verdict(LONG)).isEqualTo("Unknown: native analysis not built yet");
      Pod pod = pods("racy-later").get(0);
      assertThat(pod.getMetadata().getAnnotations())
          .containsEntry("heisenbug.dev/pt-recording", "yes");
      assertThat(log(pod, "heisenbug-pt")).contains("tracing process", "perf ended with 0");
      assertThat(log(pod, "heisenbug-recorder")).contains("with its trace");
    } finally {
      node("false", "the kernel has no intel_pt event source");
    }
  }

  @Test
  void whereTheSidecarIsForbiddenTheNodeAgentRecordsIt() throws Exception {
    assumeTrue(Installation.values().containsKey("image.pt"), "there is no perf on this machine");
    Kube.kubectl("label", "namespace", namespace, "pod-security.kubernetes.io/enforce=restricted");
    probe("{\"nobody\":\"here\"}");
    try {
      hasPt();
      HeisenbugCapture capture =
          capture(
              "forbidden",
              s ->
                  s.withRuntime(RuntimeKind.Native)
                      .withIntelPt(new PtSpec(PtPolicy.Required, PtMode.NodeAgent, null)),
              "racy-agent");
      await("it says so", SOON, () -> condition(capture, "PtRecording").equals("True NodeAgent"));
      await("the agent runs", SOON, () -> agents().stream().anyMatch(Readiness::isPodReady));
      deploy("racy-agent", AppImage.ofC("racy-agent", RACY.formatted(20)), 1);
      assertThat(verdict(LONG)).isEqualTo("Unknown: native analysis not built yet");
      Pod pod = pods("racy-agent").get(0);
      assertThat(pod.getSpec().getShareProcessNamespace()).isNull();
      assertThat(pod.getSpec().getContainers()).hasSize(2);
      assertThat(log(pod, "heisenbug-recorder")).contains("with its trace");
      assertThat(log(agents().get(0), "pt-agent"))
          .contains("of pod " + pod.getMetadata().getUid(), "perf ended with 0");
    } finally {
      node("false", "the kernel has no intel_pt event source");
      probe("null");
    }
  }

  /** Sends the probe away, which would say that there is no Intel PT. */
  private static void probe(String selector) {
    Kube.kubectl(
        "patch",
        "daemonset",
        "heisenbug-probe",
        "-n",
        Installation.NAMESPACE,
        "--type=merge",
        "-p",
        "{\"spec\":{\"template\":{\"spec\":{\"nodeSelector\":%s}}}}".formatted(selector));
  }

  private static List<Pod> agents() {
    return CLIENT
        .pods()
        .inNamespace(Installation.NAMESPACE)
        .withLabel("app.kubernetes.io/component", "pt-agent")
        .list()
        .getItems();
  }

  private static String log(Pod pod, String container) {
    return CLIENT
        .pods()
        .inNamespace(pod.getMetadata().getNamespace())
        .withName(pod.getMetadata().getName())
        .inContainer(container)
        .getLog();
  }

  /** Says so again and again: the real probe may report in between. */
  private static boolean hasPt() {
    node("true", "an event was opened; kernel 6.1.0, perf_event_paranoid 2");
    return true;
  }

  /** As the probe would say it. */
  private static void node(String usable, String detail) {
    CLIENT
        .nodes()
        .withName("node-1")
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            """
            {"metadata": {
              "labels": {
                "heisenbug.dev/intel-pt": "%s",
                "heisenbug.dev/intel-pt-capability": %s},
              "annotations": {"heisenbug.dev/intel-pt-detail": "%s"}}}
            """
                .formatted(usable, usable.equals("true") ? "\"PERFMON\"" : "null", detail));
  }

  /** Checks a pointer and uses it a moment later; another thread takes it away in between. */
  private static final String RACY =
      """
      #include <pthread.h>
      #include <stdlib.h>
      #include <unistd.h>

      static int *volatile order;

      static void *cancel(void *unused) {
        for (;;) {
          order = malloc(sizeof *order);
          usleep(300);
          order = NULL;
          usleep(300);
        }
        return unused;
      }

      int main(void) {
        pthread_t thread;
        pthread_create(&thread, NULL, cancel, NULL);
        sleep(%d);
        for (int i = 0;; i++) {
          if (order != NULL) {
            usleep(100);
            *order = i;
          }
        }
      }
      """;
}
