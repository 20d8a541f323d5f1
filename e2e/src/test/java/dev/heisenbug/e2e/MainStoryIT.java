package dev.heisenbug.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.crds.HeisenbugCapture;
import dev.heisenbug.crds.HeisenbugReproduction;
import io.fabric8.kubernetes.api.model.Event;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A service fails by itself; three minutes later its failure can be repeated at will. */
class MainStoryIT extends Scenario {
  @Test
  void failureOfAServiceIsReproducedAndItsCorrectTwinIsLeftInPeace() throws Exception {
    HeisenbugCapture capture = capture("main", "piper", "piper-while");
    String racy = AppImage.of("piper");
    String correct = AppImage.of("piper-while");
    deploy("piper-while", correct, 1);
    deploy("piper", racy, 3);

    String verdict = verdict(LONG);

    HeisenbugReproduction r = reproduction();
    assertThat(verdict).isEqualTo("Reproduced 10/10");
    assertThat(Kube.kubectl("get", "hbr", "-n", namespace)).contains("Reproduced 10/10");
    Instant failed = Instant.parse(r.getSpec().failure().time());
    assertThat(Duration.between(failed, Instant.parse(r.getStatus().finishedAt())))
        .isLessThan(Duration.ofMinutes(3));
    assertThat(r.getSpec().source().workload()).isEqualTo("Deployment/piper");
    assertThat(r.getSpec().failure().type()).isEqualTo("java.lang.NullPointerException");
    assertThat(Bucket.read(r.getStatus().scheduleKey())).contains("passenger");
    assertThat(Bucket.read(r.getStatus().reportKey())).contains("Main.board");
    assertThat(events(r))
        .contains("BundleSealed", "AnalysisStarted", "ScheduleFound", "ReplayStarted", "Reproduced")
        .doesNotHaveDuplicates();
    assertThat(metrics())
        .contains("heisenbug_verdicts_total{verdict=\"Reproduced\"}")
        .contains("heisenbug_injections_total{outcome=\"injected\"")
        .contains("heisenbug_webhook_self_test 1.0");
    await(
        "the capture counts it",
        SOON,
        () -> CLIENT.resource(capture).get().getStatus().reproduced() == 1);
    assertThat(reproductions()).hasSize(1);
    assertThat(plugin("report", r.getMetadata().getName())).contains("Main.board");
    assertThat(plugin("why", pods("piper").get(0).getMetadata().getName()))
        .contains("is recorded for capture main");
    assertThat(plugin("get")).contains("Reproduced 10/10");
  }

  /** What {@code kubectl heisenbug} prints. */
  private String plugin(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Project.root().resolve("operator/kubectl/kubectl-heisenbug").toString());
    command.addAll(List.of(arguments));
    command.addAll(List.of("-n", namespace, "--kubeconfig", Kube.config().toString()));
    return Project.run(command);
  }

  private List<String> events(HeisenbugReproduction r) {
    return CLIENT.v1().events().inNamespace(namespace).list().getItems().stream()
        .filter(e -> e.getInvolvedObject().getName().equals(r.getMetadata().getName()))
        .map(Event::getReason)
        .toList();
  }

  /** Of the operator and of the webhook. */
  static String metrics() throws Exception {
    return metrics(Installation.OPERATOR_IP) + metrics(webhookIp());
  }

  static String metrics(String host) throws Exception {
    return Http.text("http://" + host + ":8080/metrics");
  }
}
