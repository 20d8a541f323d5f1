package dev.heisenbug.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.crds.HeisenbugCapture;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * First of all: the previous chart is installed and upgraded to this one; every other scenario runs
 * on the upgraded installation.
 */
class AUpgradeIT extends Scenario {
  @BeforeAll
  static void chart() {
    Installation.uninstall();
    await("nothing is installed", SOON, () -> operatorPods().list().getItems().isEmpty());
    Map<String, Object> values = Installation.values();
    // What that chart does not know or allow.
    values
        .keySet()
        .removeIf(
            k ->
                k.startsWith("probe.")
                    || k.startsWith("nodeAgent.")
                    || k.startsWith("crossNamespace.")
                    || k.startsWith("webhook.")
                    || k.equals("image.pt"));
    Installation.install(
        Project.root().resolve("e2e/src/test/resources/charts/heisenbug-0.1.0.tgz"), values);
  }

  @Test
  void capturesKeysAndCertificatesOutliveAnUpgrade() {
    HeisenbugCapture capture = capture("before", "piper-while");
    await("ready", SOON, () -> condition(capture, "Ready").startsWith("True"));
    deploy("piper-while", AppImage.of("piper-while"), 1);
    await("a pod", SOON, () -> pods("piper-while").size() == 1);
    Map<String, String> keys = secret("heisenbug-s3");
    Map<String, String> certificates = secret("heisenbug-tls");

    Installation.upgrade(Installation.values());

    assertThat(secret("heisenbug-s3")).isEqualTo(keys);
    // Recorded pods trust the authority; what it signed is for more names now.
    assertThat(secret("heisenbug-tls")).containsEntry("ca.crt", certificates.get("ca.crt"));
    assertThat(secret("heisenbug-tls")).containsEntry("ca.key", certificates.get("ca.key"));
    assertThat(Kube.kubectl("explain", "hbr.status.contextSwitches")).contains("integer");
    await("still ready", LONG, () -> condition(capture, "Ready").startsWith("True"));
    assertThat(CLIENT.resource(capture).get().getStatus().pods().instrumented()).isEqualTo(1);
    capture("after", "another");
  }

  private static Map<String, String> secret(String name) {
    return CLIENT.secrets().inNamespace(Installation.NAMESPACE).withName(name).get().getData();
  }
}
