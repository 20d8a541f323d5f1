package dev.heisenbug.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.crds.CaptureSpec;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code kubectl heisenbug} tells about the installation, and the operator's page. */
class PluginIT extends Scenario {
  private static final int PORT = 18081;

  @TempDir Path folder;

  @Test
  void doctorNamesWhatIsWrongAndCollectTakesItAlong() {
    capture("sick", spec -> CaptureSpec.of(new LabelSelectorBuilder().build()));
    String diagnosis = Project.run(List.of("bash", "-c", command("doctor") + " || echo status $?"));
    assertThat(diagnosis)
        .contains("ok   definition heisenbugcaptures")
        .contains("ok   operator heisenbug/heisenbug-operator")
        .contains("ok   webhook heisenbug/heisenbug-webhook: 1 of 1 ready")
        .contains("ok   webhook heisenbug-heisenbug")
        .containsPattern("BAD  capture " + namespace + "/sick: NothingSelected .*spec.selector")
        .contains("node node-1: intel-pt")
        .contains("status 1");

    Path file = folder.resolve("all.tar.gz");
    Project.run(List.of("bash", "-c", command("collect " + file)));
    assertThat(Project.run(List.of("tar", "-tzf", file.toString())))
        .contains("operator.log", "objects.yaml", "doctor.txt", "events.txt");
    String all = Project.run(List.of("tar", "-xzOf", file.toString()));
    assertThat(all).contains("name: sick").doesNotContain("kind: Secret\n");
  }

  @Test
  void statusReachesAllNamespacesAndWhyNamesWhatIsMissing() {
    CLIENT
        .resource(
            new PodBuilder()
                .withNewMetadata()
                .withName("lonely")
                .withNamespace(namespace)
                .endMetadata()
                .withSpec(
                    Workload.deployment(namespace, "lonely", "none", 1)
                        .getSpec()
                        .getTemplate()
                        .getSpec())
                .build())
        .create();
    String why = command("why lonely -n " + namespace);
    assertThat(Project.run(List.of("bash", "-c", why)))
        .contains("neither it nor its namespace " + namespace);
    Kube.kubectl("label", "pod", "lonely", "-n", namespace, "heisenbug.dev/record=enabled");
    assertThat(Project.run(List.of("bash", "-c", why))).contains("has no capture");
    capture("other", "nothing");
    assertThat(Project.run(List.of("bash", "-c", why))).contains("(other)", "spec.selector");
    Kube.kubectl(
        "label", "--overwrite", "pod", "lonely", "-n", namespace, "heisenbug.dev/record=disabled");
    assertThat(Project.run(List.of("bash", "-c", why))).contains("forbids it");
    assertThat(Project.run(List.of("bash", "-c", command("status -A -o wide"))))
        .containsPattern(namespace + " +heisenbugcapture.heisenbug.dev/other");
  }

  @Test
  void thePageIsForThoseWhoMayForwardAPortAndForNobodyElse() throws Exception {
    capture("paged", "nothing");
    Process forward =
        new ProcessBuilder("bash", "-c", "exec " + command("web " + PORT))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("forward.log").toFile())
            .start();
    try {
      URI page = URI.create("http://127.0.0.1:" + PORT + "/");
      await("a page", SOON, () -> body(page).contains(namespace + "/paged"));
      assertThat(get(page.resolve("/r/no/such")).statusCode()).isEqualTo(404);
    } finally {
      forward.destroy();
      forward.waitFor();
    }
    assertThat(body(URI.create("http://" + Installation.OPERATOR_IP + ":8081/"))).isEmpty();
    assertThat(body(URI.create("http://" + operatorAddress() + ":8081/"))).isEmpty();
  }

  private static String operatorAddress() {
    return operatorPods().list().getItems().get(0).getStatus().getPodIP();
  }

  private static HttpResponse<String> get(URI page) throws IOException, InterruptedException {
    return HttpClient.newBuilder()
        .connectTimeout(java.time.Duration.ofSeconds(3))
        .build()
        .send(Http.request(page.toString()).build(), BodyHandlers.ofString());
  }

  /** Empty where nobody listens. */
  private static String body(URI page) {
    try {
      return get(page).body();
    } catch (IOException e) {
      return "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }

  private String command(String what) {
    List<String> words = new ArrayList<>();
    words.add(Project.root().resolve("operator/kubectl/kubectl-heisenbug").toString());
    words.add(what);
    words.addAll(List.of("-n", namespace, "--kubeconfig", Kube.config().toString()));
    return String.join(" ", words);
  }
}
