package dev.heisenbug.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.crds.AnalysisSpec;
import dev.heisenbug.crds.HeisenbugReproduction;
import io.fabric8.kubernetes.api.model.ProbeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A program that is killed cannot say anything more; what it wrote until then is kept. */
class KilledIT extends Scenario {
  private static final Pattern COST =
      Pattern.compile("heisenbug_recording_overhead_ratio_count [1-9]");

  @Test
  void aPodThatRunsOutOfMemoryLeavesABundle() {
    capture("oom", spec -> spec.withAnalysis(new AnalysisSpec(10, 5, 0, null, null)), "greedy");
    var deployment =
        Workload.deployment(namespace, "greedy", AppImage.ofSource("greedy", "Greedy", GREEDY), 1);
    var container = Workload.program(deployment);
    container.setCommand(
        List.of(
            "/opt/java/bin/java",
            "-Xmx32m",
            "-XX:MaxDirectMemorySize=4g",
            "-cp",
            "/app",
            "Greedy"));
    container.setResources(
        new ResourceRequirementsBuilder().addToLimits("memory", new Quantity("160Mi")).build());
    CLIENT.resource(deployment).create();

    await("a bundle", LONG, () -> reproduction() != null);
    HeisenbugReproduction r = reproduction();
    assertThat(r.getSpec().failure().kind()).isEqualTo("signal");
    assertThat(r.getSpec().failure().type()).isEqualTo("OOMKilled");
    assertThat(verdict(LONG)).doesNotStartWith("Reproduced");
  }

  @Test
  void aProgramThatIsKilledForGettingNowhereLeavesItsHang() throws Exception {
    capture("stuck", spec -> spec.withAnalysis(new AnalysisSpec(30, 5, 0, null, null)), "stuck");
    var deployment =
        Workload.deployment(namespace, "stuck", AppImage.ofSource("stuck", "Stuck", STUCK), 1);
    var container = Workload.program(deployment);
    container.setCommand(List.of("/opt/java/bin/java", "-cp", "/app", "Stuck"));
    container.setLivenessProbe(
        new ProbeBuilder()
            .withNewTcpSocket()
            .withNewPort(7777)
            .endTcpSocket()
            // Time for its agent to learn what recording costs, and none to see the hang by itself.
            .withInitialDelaySeconds(22)
            .withPeriodSeconds(2)
            .withFailureThreshold(2)
            .build());
    CLIENT.resource(deployment).create();

    await("a bundle", LONG, () -> reproduction() != null);
    var failure = reproduction().getSpec().failure();
    assertThat(failure.kind()).isEqualTo("hang");
    assertThat(failure.signature()).contains("Stuck");
    assertThat(failure.message()).startsWith("Liveness probe failed");
    await("what recording costs", Duration.ofSeconds(90), KilledIT::costIsTold);
    verdict(LONG);
  }

  private static boolean costIsTold() {
    try {
      return COST.matcher(MainStoryIT.metrics()).find();
    } catch (Exception e) {
      return false;
    }
  }

  /** Two threads that each wait for the other's answer; the probe finds nobody at its port. */
  private static final String STUCK =
      """
      import java.util.concurrent.CountDownLatch;

      public class Stuck {
        public static void main(String[] args) throws Exception {
          CountDownLatch asked = new CountDownLatch(1);
          CountDownLatch answered = new CountDownLatch(1);
          new Thread(() -> hand(asked, answered), "asker").start();
          new Thread(() -> hand(answered, asked), "answerer").start();
        }

        static void hand(CountDownLatch first, CountDownLatch second) {
          try {
            first.await();
            second.countDown();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        }
      }
      """;

  /** Takes memory outside the heap until the kernel kills it. */
  private static final String GREEDY =
      """
      import java.nio.ByteBuffer;
      import java.util.ArrayList;
      import java.util.List;

      public class Greedy {
        public static void main(String[] args) throws Exception {
          List<ByteBuffer> taken = new ArrayList<>();
          while (true) {
            ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 20);
            for (int i = 0; i < buffer.capacity(); i += 4096) {
              buffer.put(i, (byte) 1);
            }
            taken.add(buffer);
            Thread.sleep(20);
          }
        }
      }
      """;
}
