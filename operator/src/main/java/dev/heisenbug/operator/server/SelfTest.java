package dev.heisenbug.operator.server;

import dev.heisenbug.crds.Names;
import dev.heisenbug.operator.Settings;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * Finds out from time to time whether the API server reaches the webhook, which nothing else tells:
 * pods start unrecorded where it does not. It asks for a ConfigMap that is never made, and looks
 * whether the webhook has signed it.
 */
@ApplicationScoped
public class SelfTest {
  private static final Logger LOG = Logger.getLogger(SelfTest.class);

  /** One miss may be a webhook that is just being replaced. */
  private static final int MISSES = 2;

  private final Settings settings;
  private final KubernetesClient client;
  private volatile double passed = Double.NaN;
  private volatile int misses;

  public SelfTest(Settings settings, KubernetesClient client) {
    this.settings = settings;
    this.client = client;
  }

  void start(@Observes StartupEvent event, MeterRegistry registry) {
    if (settings.selfTest() && settings.role().operates()) {
      Gauge.builder("heisenbug_webhook_self_test", this, test -> test.passed)
          .description("Whether the API server reached the webhook when last tried: 1 or 0.")
          .register(registry);
      Thread.ofVirtual().name("self-test").start(this::run);
    }
  }

  /** Why new pods are not recorded, if that is so. */
  public Optional<String> problem() {
    return misses < MISSES
        ? Optional.empty()
        : Optional.of(
            "The API server does not reach the webhook, so that new pods start unrecorded. Look at"
                + " the Deployment of the webhook and its Service; a NetworkPolicy or firewall may"
                + " be between the API server and port 8443 of the pods.");
  }

  private void run() {
    try {
      while (true) {
        Thread.sleep(1000L * settings.resyncSeconds());
        look();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void look() {
    try {
      boolean signed = signed(ask());
      passed = signed ? 1 : 0;
      misses = signed ? 0 : misses + 1;
      if (misses == MISSES) {
        LOG.warn(problem().orElseThrow());
      }
    } catch (KubernetesClientException e) {
      // An API server that does not answer says nothing about the webhook.
      LOG.debugf("no self-test: %s", e.getMessage());
    }
  }

  private ConfigMap ask() {
    return client
        .resource(
            new ConfigMapBuilder()
                .withNewMetadata()
                .withGenerateName(settings.release() + "-self-test-")
                .withNamespace(settings.namespace())
                .addToLabels(Names.SELF_TEST, settings.release())
                .endMetadata()
                .build())
        .dryRun()
        .create();
  }

  static ConfigMap sign(ConfigMap asked) {
    return new ConfigMapBuilder(asked)
        .editOrNewMetadata()
        .addToAnnotations(Names.SELF_TEST, "passed")
        .endMetadata()
        .build();
  }

  private static boolean signed(ConfigMap answer) {
    return answer.getMetadata().getAnnotations() != null
        && "passed".equals(answer.getMetadata().getAnnotations().get(Names.SELF_TEST));
  }
}
