package dev.heisenbug.operator.server;

import dev.heisenbug.operator.Settings;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jboss.logging.Logger;

/**
 * Keeps the serving certificate in a Secret that all replicas share: makes it, renews it after two
 * thirds of its life, and tells the API server whom to trust. Where somebody else keeps the Secret,
 * such as cert-manager, it is only read.
 */
@ApplicationScoped
public class CertificateKeeper {
  private static final String MANAGED_CA = "olmCAKey";
  private static final Logger LOG = Logger.getLogger(CertificateKeeper.class);
  private static final int CONFLICT = 409;
  private static final int SERVICE_NAMES = 4;
  private static final int PATIENCE_SECONDS = 120;

  private final Settings settings;
  private final KubernetesClient client;
  private volatile Tls current;

  /** What the server shows and what others trust. */
  record Tls(String ca, String certificate, String key) {}

  public CertificateKeeper(Settings settings, KubernetesClient client) {
    this.settings = settings;
    this.client = client;
  }

  void measure(@Observes StartupEvent event, MeterRegistry registry) {
    Gauge.builder("heisenbug_certificate_expiry_seconds", this, CertificateKeeper::secondsLeft)
        .description("Seconds until the serving certificate expires.")
        .register(registry);
  }

  /** The authority that signs the serving certificate, for clients. */
  public String caPem() {
    return current.ca();
  }

  Tls current() {
    return current;
  }

  /** Reads, makes or renews; true if the certificate is another one than before. */
  synchronized boolean refresh() {
    Tls before = current;
    for (int i = 0; ; i++) {
      try {
        current = load();
        break;
      } catch (KubernetesClientException e) {
        if (e.getCode() != CONFLICT || i == 5) {
          throw e;
        }
        // Another replica was faster: what it wrote is as good.
      }
    }
    if (settings.role().operates()) {
      tellApiServer();
    }
    return !current.equals(before);
  }

  private Tls load() {
    Secret secret = client.secrets().inNamespace(settings.namespace()).withName(secretName()).get();
    if (readsOnly()) {
      return given(secret);
    }
    if (secret == null) {
      throw new IllegalStateException(
          "there is no Secret "
              + secretName()
              + " in "
              + settings.namespace()
              + ": the chart has it");
    }
    if (secret.getData() == null || !secret.getData().containsKey("tls.key")) {
      Certificates.Pair ca = Certificates.authority();
      LOG.info("making a certificate authority and a serving certificate");
      return write(secret, ca, serving(ca));
    }
    Certificates.Pair ca = pair(secret, "ca");
    Certificates.Pair serving = pair(secret, "tls");
    if (due(ca.certificate())) {
      LOG.info("the certificate authority is renewed");
      Certificates.Pair fresh = Certificates.authority();
      return write(secret, fresh, serving(fresh));
    }
    if (due(serving.certificate()) || !names().equals(secretNames(secret))) {
      LOG.info("the serving certificate is renewed");
      return write(secret, ca, serving(ca));
    }
    return new Tls(ca.certificate(), serving.certificate(), serving.key());
  }

  private Tls given(Secret secret) {
    // The Operator Lifecycle Manager has a name of its own for the authority.
    boolean managed = secret != null && !decode(secret, MANAGED_CA).isBlank();
    String authority = managed ? MANAGED_CA : "ca.crt";
    for (String key : List.of(authority, "tls.crt", "tls.key")) {
      if (secret == null || decode(secret, key).isBlank()) {
        throw new IllegalStateException(
            "the Secret %s in %s has no %s yet".formatted(secretName(), settings.namespace(), key));
      }
    }
    boolean operators = settings.certificateSecret().isEmpty();
    if (operators && !secretNames(secret).containsAll(names().subList(0, SERVICE_NAMES))) {
      // An operator from before an upgrade made it; the API server would refuse us with it.
      throw new IllegalStateException("the certificate in " + secretName() + " is not for us yet");
    }
    return new Tls(decode(secret, authority), decode(secret, "tls.crt"), decode(secret, "tls.key"));
  }

  /** The first time: somebody else's Secret may come a little later than we do. */
  void begin() throws InterruptedException {
    for (int i = 0; ; i++) {
      try {
        refresh();
        return;
      } catch (IllegalStateException e) {
        if (i == PATIENCE_SECONDS || !readsOnly()) {
          throw e;
        }
        LOG.infof("waiting: %s", e.getMessage());
        Thread.sleep(1000);
      }
    }
  }

  /** Whether the Secret is somebody else's: of a user, of another tool, of the operator proper. */
  private boolean readsOnly() {
    return settings.certificateSecret().isPresent() || !settings.role().operates();
  }

  private Certificates.Pair serving(Certificates.Pair ca) {
    return Certificates.serving(ca, names(), Duration.ofDays(settings.certificateDays()));
  }

  private static boolean due(String certificate) {
    Instant from = Certificates.notBefore(certificate);
    Duration life = Duration.between(from, Certificates.notAfter(certificate));
    return Instant.now().isAfter(from.plus(life.multipliedBy(2).dividedBy(3)));
  }

  private Tls write(Secret before, Certificates.Pair ca, Certificates.Pair serving) {
    Secret secret =
        new SecretBuilder(before)
            .withData(
                Map.of(
                    "ca.crt", encode(ca.certificate()),
                    "ca.key", encode(ca.key()),
                    "tls.crt", encode(serving.certificate()),
                    "tls.key", encode(serving.key()),
                    "names", encode(String.join(",", names()))))
            .build();
    client.resource(secret).update();
    return new Tls(ca.certificate(), serving.certificate(), serving.key());
  }

  private List<String> names() {
    List<String> names = new ArrayList<>();
    for (String service : List.of(settings.release(), settings.release() + "-webhook")) {
      names.add(service + "." + settings.namespace() + ".svc");
      names.add(service + "." + settings.namespace());
    }
    settings.certificateNames().ifPresent(names::addAll);
    return names.stream().distinct().toList();
  }

  private void tellApiServer() {
    var resource =
        client
            .admissionRegistration()
            .v1()
            .mutatingWebhookConfigurations()
            .withName(settings.release() + "-" + settings.namespace());
    MutatingWebhookConfiguration configuration = resource.get();
    if (configuration == null && settings.certificateSecret().isPresent()) {
      return; // somebody else's, like the certificate
    }
    if (configuration == null) {
      LOG.warnf("there is no webhook configuration %s: no pod is recorded", settings.release());
      return;
    }
    String wanted = encode(current.ca());
    boolean right =
        configuration.getWebhooks().stream()
            .allMatch(w -> wanted.equals(w.getClientConfig().getCaBundle()));
    if (!right) {
      resource.edit(
          c -> {
            for (MutatingWebhook webhook : c.getWebhooks()) {
              webhook.getClientConfig().setCaBundle(wanted);
            }
            return c;
          });
      LOG.info("the API server trusts the serving certificate");
    }
  }

  private String secretName() {
    return settings.certificateSecret().orElse(settings.release() + "-tls");
  }

  private double secondsLeft() {
    return current == null
        ? 0
        : Duration.between(Instant.now(), Certificates.notAfter(current.certificate())).toSeconds();
  }

  private static List<String> secretNames(Secret secret) {
    return List.of(decode(secret, "names").split(","));
  }

  private static Certificates.Pair pair(Secret secret, String name) {
    return new Certificates.Pair(decode(secret, name + ".crt"), decode(secret, name + ".key"));
  }

  private static String decode(Secret secret, String key) {
    String value = secret.getData() == null ? null : secret.getData().get(key);
    return value == null
        ? ""
        : new String(Base64.getDecoder().decode(value), StandardCharsets.UTF_8);
  }

  private static String encode(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
