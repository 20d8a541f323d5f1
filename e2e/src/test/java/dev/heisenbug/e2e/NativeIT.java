package dev.heisenbug.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.heisenbug.crds.HeisenbugCapture;
import dev.heisenbug.crds.HeisenbugReproduction;
import dev.heisenbug.crds.PtPolicy;
import dev.heisenbug.crds.PtSpec;
import dev.heisenbug.crds.RuntimeKind;
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
    deploy("racy", AppImage.ofC("racy", RACY), 2);

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
    node("true", "an event was opened; kernel 6.1.0, perf_event_paranoid 2");
    try {
      HeisenbugCapture capture =
          capture(
              "traced",
              s -> s.withRuntime(RuntimeKind.Native).withIntelPt(PtSpec.of(PtPolicy.Required)),
              "racy");
      await(
          "it says so",
          SOON,
          () -> condition(capture, "PtRecording").equals("True Sidecar"));
      deploy("racy", AppImage.ofC("racy", RACY), 1);
      assertThat(verdict(LONG)).isEqualTo("Unknown: native analysis not built yet");
      var pod = pods("racy").get(0);
      assertThat(pod.getMetadata().getAnnotations())
          .containsEntry("heisenbug.dev/pt-recording", "yes");
      assertThat(
              CLIENT
                  .pods()
                  .inNamespace(namespace)
                  .withName(pod.getMetadata().getName())
                  .inContainer("heisenbug-pt")
                  .getLog())
          .contains("tracing process", "perf ended with");
    } finally {
      node("false", "the kernel has no intel_pt event source");
    }
  }

  /** As the probe would say it. */
  private static void node(String usable, String detail) {
    CLIENT
        .nodes()
        .withName("node-1")
        .edit(
            n -> {
              n.getMetadata().getLabels().put("heisenbug.dev/intel-pt", usable);
              n.getMetadata().getAnnotations().put("heisenbug.dev/intel-pt-detail", detail);
              return n;
            });
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
        for (int i = 0;; i++) {
          if (order != NULL) {
            usleep(100);
            *order = i;
          }
        }
      }
      """;
}
