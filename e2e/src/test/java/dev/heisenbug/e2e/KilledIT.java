package dev.heisenbug.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.crds.AnalysisSpec;
import dev.heisenbug.crds.HeisenbugReproduction;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A program that is killed cannot say anything more; what it wrote until then is kept. */
class KilledIT extends Scenario {
  @Test
  void aPodThatRunsOutOfMemoryLeavesABundle() {
    capture("oom", spec -> spec.withAnalysis(new AnalysisSpec(10, 5, 0, null, null)), "greedy");
    var deployment =
        Workload.deployment(namespace, "greedy", AppImage.ofSource("greedy", "Greedy", GREEDY), 1);
    var container = deployment.getSpec().getTemplate().getSpec().getContainers().get(0);
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
