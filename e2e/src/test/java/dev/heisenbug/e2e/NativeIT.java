package dev.heisenbug.e2e;

import static org.assertj.core.api.Assertions.assertThat;

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
            s -> s.withRuntime(RuntimeKind.Auto).withIntelPt(new PtSpec(PtPolicy.Preferred)),
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
