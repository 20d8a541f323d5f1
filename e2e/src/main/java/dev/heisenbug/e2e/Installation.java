package dev.heisenbug.e2e;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.InstallCommand;
import com.marcnuri.helm.UpgradeCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The chart on the local cluster, with addresses instead of names: there is no DNS there. */
public final class Installation {
  public static final String NAMESPACE = "heisenbug";
  public static final String RELEASE = "heisenbug";
  private static final String[] DEPLOYMENTS = {
    "heisenbug-operator", "heisenbug-webhook", "heisenbug-s3"
  };
  static final String OPERATOR_IP = "10.96.77.1";
  static final String S3_IP = "10.96.77.2";

  private Installation() {}

  public static Map<String, Object> values() {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("image.tag", "dev");
    values.put("operator.replicas", 1);
    values.put("operator.resyncSeconds", 5);
    values.put("webhook.deployment.replicas", 1);
    values.put("operator.service.clusterIP", OPERATOR_IP);
    values.put("storage.embedded.enabled", true);
    values.put("storage.embedded.service.clusterIP", S3_IP);
    values.put("crds.keep", false);
    values.put("probe.enabled", true);
    values.put("probe.openEvent", false);
    values.put("crossNamespace.enabled", true);
    if (Files.exists(Project.images().resolve("pt.tar"))) {
      values.put("image.pt", "heisenbug/pt");
      // No machine of ours has Intel PT: perf records something that all have.
      values.put("operator.env[0].name", "HEISENBUG_PT_EVENT");
      values.put("operator.env[0].value", "cpu-clock:u");
      values.put("webhook.deployment.env[0].name", "HEISENBUG_PT_EVENT");
      values.put("webhook.deployment.env[0].value", "cpu-clock:u");
      values.put("nodeAgent.enabled", true);
      values.put("nodeAgent.event", "cpu-clock:u");
    }
    // The API server lets a pod in unrecorded when the answer takes longer.
    values.put("webhook.timeoutSeconds", 20);
    return values;
  }

  /** Installs and waits until the operator is ready. */
  public static void install(Map<String, Object> values) {
    install(Project.chart(), values);
  }

  /** The same with another chart than this one. */
  public static void install(Path chart, Map<String, Object> values) {
    InstallCommand command =
        new Helm(chart)
            .install()
            .withName(RELEASE)
            .withNamespace(NAMESPACE)
            .createNamespace()
            .withKubeConfig(Kube.config());
    values.forEach(command::set);
    command.call();
    awaitReady();
  }

  /** Upgrades to this chart with exactly these values, and waits until they are in force. */
  public static void upgrade(Map<String, Object> values) {
    UpgradeCommand command =
        new Helm(Project.chart())
            .upgrade()
            .withName(RELEASE)
            .withNamespace(NAMESPACE)
            .resetValues()
            .withKubeConfig(Kube.config());
    values.forEach(command::set);
    command.call();
    for (String name : DEPLOYMENTS) {
      Kube.kubectl("rollout", "status", "deployment/" + name, "-n", NAMESPACE, "--timeout=300s");
    }
    awaitReady();
  }

  public static void awaitReady() {
    for (String name : DEPLOYMENTS) {
      var deployment = Kube.client().apps().deployments().inNamespace(NAMESPACE).withName(name);
      // The chart before this one had no webhook apart.
      if (deployment.get() != null) {
        deployment.waitUntilReady(300, TimeUnit.SECONDS);
      }
    }
  }

  public static void uninstall() {
    Helm.uninstall(RELEASE)
        .withNamespace(NAMESPACE)
        .withKubeConfig(Kube.config())
        .ignoreNotFound()
        .call();
  }
}
