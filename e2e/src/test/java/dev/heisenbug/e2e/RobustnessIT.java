package dev.heisenbug.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.crds.AnalysisSpec;
import dev.heisenbug.crds.HeisenbugCapture;
import dev.heisenbug.crds.HeisenbugReproduction;
import dev.heisenbug.crds.Phase;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.EnvFromSourceBuilder;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The story goes on whatever is taken away meanwhile. */
class RobustnessIT extends Scenario {
  @Test
  void operatorKilledInEveryPhaseLosesNothingAndDoesNothingTwice() {
    capture("killed", "piper");
    deploy("piper", AppImage.of("piper"), 1);
    await("a bundle", LONG, () -> reproduction() != null);
    kill();
    await("analysis", LONG, () -> reached(Phase.Analyzing));
    kill();
    await("replay", LONG, () -> reached(Phase.Replaying));
    kill();
    assertThat(verdict(LONG)).isEqualTo("Reproduced 10/10");
    assertThat(reproductions()).hasSize(1);
    HeisenbugReproduction r = reproduction();
    // An operator that is killed between a Job and its event does not tell it later.
    assertThat(
            CLIENT.v1().events().inNamespace(namespace).list().getItems().stream()
                .filter(e -> e.getInvolvedObject().getName().equals(r.getMetadata().getName()))
                .map(Event::getReason)
                .filter(List.of("AnalysisStarted", "ReplayStarted")::contains))
        .doesNotHaveDuplicates();
  }

  @Test
  void captureDeletedMidAnalysisKeepsItsResult() {
    HeisenbugCapture capture = capture("deleted", "piper");
    deploy("piper", AppImage.of("piper"), 1);
    await("analysis", LONG, () -> reached(Phase.Analyzing));
    CLIENT.resource(capture).delete();
    assertThat(verdict(LONG)).isEqualTo("Reproduced 10/10");
  }

  @Test
  void storageThatIsAwayForAMinuteDelaysTheUpload() throws InterruptedException {
    HeisenbugCapture capture = capture("storage", "piper");
    storage(false);
    try {
      deploy("piper", AppImage.of("piper"), 1);
      await("it says so", LONG, () -> condition(capture, "StorageReachable").startsWith("False"));
      Thread.sleep(60_000);
      assertThat(reproductions()).isEmpty();
    } finally {
      storage(true);
    }
    assertThat(verdict(LONG)).isEqualTo("Reproduced 10/10");
    await("it recovers", LONG, () -> condition(capture, "StorageReachable").startsWith("True"));
  }

  @Test
  void apiServerRestartedMidAnalysis() {
    capture("restart", "piper");
    deploy("piper", AppImage.of("piper"), 1);
    await("analysis", LONG, () -> reached(Phase.Analyzing));
    Project.run(List.of(Project.script("cluster.sh").toString(), "restart", "apiserver", "5"));
    await("a verdict", LONG, () -> quietly(() -> finished(reproduction())));
    assertThat(reproduction().getStatus().verdict()).isEqualTo("Reproduced 10/10");
    assertThat(reproductions()).hasSize(1);
  }

  @Test
  void analysisThatFindsNothingInItsTimeSaysSo() {
    capture("budget", spec -> spec.withAnalysis(new AnalysisSpec(10, 5, 0, null, null)), "evasive");
    var deployment =
        Workload.deployment(
            namespace, "evasive", AppImage.ofSource("evasive", "Evasive", EVASIVE), 1);
    Workload.program(deployment)
        .setCommand(List.of("/opt/java/bin/java", "-cp", "/app", "Evasive"));
    CLIENT.resource(deployment).create();
    assertThat(verdict(LONG)).matches("(Unknown|NotReproduced): .+");
    assertThat(reproduction().getStatus().conditions())
        .anyMatch(c -> c.getType().equals("Reproduced") && !c.getStatus().equals("True"));
  }

  /** Fails in production and never where it is looked at. */
  private static final String EVASIVE =
      """
      public class Evasive {
        public static void main(String[] args) throws Exception {
          Thread other = new Thread(() -> {});
          other.start();
          other.join();
          String line = ProcessHandle.current().info().commandLine().orElse("");
          if (!line.contains("replay-agent")) {
            throw new IllegalStateException("only here");
          }
        }
      }
      """;

  @Test
  void optionsOfImageAndConfigMapAreKeptAndTheFailureIsReproduced() {
    capture("options", "piper");
    CLIENT
        .resource(
            new ConfigMapBuilder()
                .withNewMetadata()
                .withName("options")
                .withNamespace(namespace)
                .endMetadata()
                .addToData("JDK_JAVA_OPTIONS", "-showversion -Dfrom.map='two words'")
                .build())
        .create();
    var deployment =
        Workload.deployment(
            namespace, "piper", AppImage.of("piper", "JAVA_TOOL_OPTIONS=-Dfrom.image=yes"), 1);
    Workload.program(deployment)
        .setEnvFrom(
            List.of(new EnvFromSourceBuilder().withNewConfigMapRef("options", false).build()));
    CLIENT.resource(deployment).create();
    await("a pod", LONG, () -> !pods("piper").isEmpty());
    String pod = pods("piper").get(0).getMetadata().getName();
    await(
        "the options of image and ConfigMap are in force",
        LONG,
        () ->
            quietly(
                () -> {
                  String log =
                      CLIENT
                          .pods()
                          .inNamespace(namespace)
                          .withName(pod)
                          .inContainer("app")
                          .getLog();
                  return log.contains("Picked up JAVA_TOOL_OPTIONS: -Dfrom.image=yes")
                      && log.contains("OpenJDK Runtime Environment");
                }));
    assertThat(verdict(LONG)).isEqualTo("Reproduced 10/10");
  }

  /** Whether the only reproduction is in a phase or past it. */
  private boolean reached(Phase phase) {
    HeisenbugReproduction r = reproduction();
    return r != null
        && r.getStatus() != null
        && r.getStatus().phase() != null
        && r.getStatus().phase().compareTo(phase) >= 0;
  }

  private static void kill() {
    operatorPods().withGracePeriod(0).delete();
  }

  /**
   * Without endpoints new connections to the Service are refused. Those that are open stay open:
   * nobody may take them for a sign of health.
   */
  private static void storage(boolean there) {
    CLIENT
        .services()
        .inNamespace(Installation.NAMESPACE)
        .withName("heisenbug-s3")
        .edit(
            s ->
                new ServiceBuilder(s)
                    .editSpec()
                    .addToSelector(Map.of("app.kubernetes.io/component", there ? "s3" : "nobody"))
                    .endSpec()
                    .build());
  }

  /** While the API server is away every question fails. */
  private static boolean quietly(java.util.function.BooleanSupplier question) {
    try {
      return question.getAsBoolean();
    } catch (RuntimeException e) {
      return false;
    }
  }
}
