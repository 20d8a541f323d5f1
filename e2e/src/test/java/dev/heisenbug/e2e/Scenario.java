package dev.heisenbug.e2e;

import dev.heisenbug.crds.CaptureSpec;
import dev.heisenbug.crds.HeisenbugCapture;
import dev.heisenbug.crds.HeisenbugReproduction;
import dev.heisenbug.crds.Names;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodList;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.dsl.PodResource;
import io.fabric8.kubernetes.client.dsl.RollableScalableResource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/**
 * A namespace of its own on the cluster with the chart installed; what scenarios have in common.
 */
abstract class Scenario {
  static final KubernetesClient CLIENT = Kube.client();

  /** For what takes seconds; a slow machine is no reason to fail. */
  static final Duration SOON = Duration.ofMinutes(3);

  /** For a verdict. */
  static final Duration LONG = Duration.ofMinutes(8);

  String namespace;

  @BeforeAll
  static void chart() {
    if (operatorDeployment().get() == null) {
      Installation.install(Installation.values());
    } else {
      Installation.awaitReady();
    }
  }

  @BeforeEach
  void namespace() {
    namespace = Kube.namespace("e2e", Map.of());
  }

  @AfterEach
  void clean() {
    CLIENT.namespaces().withName(namespace).delete();
  }

  /**
   * Applies a capture of the given apps and waits until it is in force; without an app, until the
   * operator has looked at it.
   */
  HeisenbugCapture capture(String name, UnaryOperator<CaptureSpec> change, String... apps) {
    HeisenbugCapture capture = Demo.capture(namespace, name, apps);
    capture.setSpec(change.apply(capture.getSpec()));
    HeisenbugCapture made = CLIENT.resource(capture).create();
    await("the capture is looked at", SOON, () -> observed(name));
    if (apps.length > 0) {
      await("the webhook knows the capture", SOON, () -> webhookKnows(apps[0]));
    }
    return made;
  }

  /** Asks with a pod that is never made; whether it would be recorded is not the question. */
  boolean webhookKnows(String app) {
    var template = Workload.deployment(namespace, app, "none", 1).getSpec().getTemplate();
    Pod asked =
        CLIENT
            .resource(
                new PodBuilder()
                    .withNewMetadata()
                    .withName("asked")
                    .withNamespace(namespace)
                    .withLabels(template.getMetadata().getLabels())
                    .endMetadata()
                    .withSpec(template.getSpec())
                    .build())
            .dryRun()
            .create();
    return asked.getMetadata().getLabels().containsKey(Names.INJECTED);
  }

  HeisenbugCapture capture(String name, String... apps) {
    return capture(name, spec -> spec, apps);
  }

  private boolean observed(String name) {
    HeisenbugCapture now =
        CLIENT.resources(HeisenbugCapture.class).inNamespace(namespace).withName(name).get();
    return now.getStatus() != null && !now.getStatus().conditions().isEmpty();
  }

  void deploy(String app, String image, int replicas) {
    CLIENT.resource(Workload.deployment(namespace, app, image, replicas)).create();
  }

  List<HeisenbugReproduction> reproductions() {
    return CLIENT.resources(HeisenbugReproduction.class).inNamespace(namespace).list().getItems();
  }

  HeisenbugReproduction reproduction() {
    return reproductions().stream().findFirst().orElse(null);
  }

  /** The verdict of the only reproduction, once it is there. */
  String verdict(Duration limit) {
    await("a verdict", limit, () -> reproduction() != null && finished(reproduction()));
    return reproduction().getStatus().verdict();
  }

  static boolean finished(HeisenbugReproduction r) {
    return r.getStatus() != null && r.getStatus().finished();
  }

  List<Pod> pods(String app) {
    return CLIENT.pods().inNamespace(namespace).withLabel("app", app).list().getItems();
  }

  String condition(HeisenbugCapture capture, String type) {
    HeisenbugCapture now = CLIENT.resource(capture).get();
    return now.getStatus() == null
        ? ""
        : now.getStatus().conditions().stream()
            .filter(c -> c.getType().equals(type))
            .map(c -> c.getStatus() + " " + c.getReason())
            .findFirst()
            .orElse("");
  }

  /** The operator's pods. */
  static FilterWatchListDeletable<Pod, PodList, PodResource> operatorPods() {
    return podsOf("operator");
  }

  /** What keeps them running. */
  static RollableScalableResource<Deployment> operatorDeployment() {
    return deploymentOf("operator");
  }

  /** What answers about new pods. */
  static RollableScalableResource<Deployment> webhookDeployment() {
    return deploymentOf("webhook");
  }

  static FilterWatchListDeletable<Pod, PodList, PodResource> webhookPods() {
    return podsOf("webhook");
  }

  private static FilterWatchListDeletable<Pod, PodList, PodResource> podsOf(String component) {
    return CLIENT
        .pods()
        .inNamespace(Installation.NAMESPACE)
        .withLabel("app.kubernetes.io/component", component);
  }

  private static RollableScalableResource<Deployment> deploymentOf(String component) {
    return CLIENT
        .apps()
        .deployments()
        .inNamespace(Installation.NAMESPACE)
        .withName("heisenbug-" + component);
  }

  /** Where its metrics are. */
  static String webhookIp() {
    return CLIENT
        .services()
        .inNamespace(Installation.NAMESPACE)
        .withName("heisenbug-webhook")
        .get()
        .getSpec()
        .getClusterIP();
  }

  static void await(String what, Duration limit, BooleanSupplier condition) {
    long end = System.nanoTime() + limit.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("after " + limit.toSeconds() + " s there is not: " + what);
      }
      try {
        Thread.sleep(500);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError(e);
      }
    }
  }

  /** A selector of apps, for captures that are made by hand. */
  static CaptureSpec of(String... apps) {
    return CaptureSpec.of(
        new LabelSelectorBuilder()
            .addNewMatchExpression()
            .withKey("app")
            .withOperator("In")
            .withValues(apps)
            .endMatchExpression()
            .build());
  }
}
