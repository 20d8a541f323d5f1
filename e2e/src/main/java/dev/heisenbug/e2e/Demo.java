package dev.heisenbug.e2e;

import dev.heisenbug.crds.CaptureSpec;
import dev.heisenbug.crds.HeisenbugCapture;
import dev.heisenbug.crds.HeisenbugReproduction;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** The whole story on the local cluster, told while it happens. */
public final class Demo {
  private Demo() {}

  public static void main(String[] args) throws InterruptedException {
    String namespace = Kube.namespace("demo", Map.of());
    say("Applying a HeisenbugCapture in namespace " + namespace + " …");
    Kube.client().resource(capture(namespace, "demo", "piper", "piper-while")).create();
    say("Deploying the racy service 'piper' with 3 replicas, and its correct twin 'piper-while' …");
    String racy = AppImage.of("piper");
    String correct = AppImage.of("piper-while");
    Thread.sleep(1000);
    Kube.client().resource(Workload.deployment(namespace, "piper", racy, 3)).create();
    Kube.client().resource(Workload.deployment(namespace, "piper-while", correct, 1)).create();
    Instant start = Instant.now();
    String before = "";
    while (Duration.between(start, Instant.now()).toMinutes() < 10) {
      List<HeisenbugReproduction> all =
          Kube.client()
              .resources(HeisenbugReproduction.class)
              .inNamespace(namespace)
              .list()
              .getItems();
      String now = all.isEmpty() ? "" : Kube.kubectl("get", "hbr", "-n", namespace);
      if (!now.replaceAll("\\d+m?\\d*s", "").equals(before)) {
        before = now.replaceAll("\\d+m?\\d*s", "");
        System.out.println(now);
      }
      if (!all.isEmpty()
          && all.stream().allMatch(r -> r.getStatus() != null && r.getStatus().finished())) {
        System.out.println(Kube.kubectl("describe", "hbr", "-n", namespace));
        return;
      }
      Thread.sleep(2000);
    }
    System.err.println("No verdict after ten minutes: kubectl get events -n " + namespace);
    System.exit(2);
  }

  static HeisenbugCapture capture(String namespace, String name, String... apps) {
    HeisenbugCapture capture = new HeisenbugCapture();
    capture.setMetadata(new ObjectMetaBuilder().withName(name).withNamespace(namespace).build());
    capture.setSpec(
        CaptureSpec.of(
            new LabelSelectorBuilder()
                .addNewMatchExpression()
                .withKey("app")
                .withOperator("In")
                .withValues(apps)
                .endMatchExpression()
                .build()));
    return capture;
  }

  private static void say(String text) {
    System.out.println("heisenbug: " + text);
  }
}
