package dev.heisenbug.operator.observe;

import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.Locale;
import java.util.UUID;
import org.jboss.logging.Logger;

/** Tells people what happened, on the object it happened to; docs/operator.md has the reasons. */
@ApplicationScoped
public class Events {
  private static final Logger LOG = Logger.getLogger(Events.class);
  private static final int CONFLICT = 409;
  private static final String COMPONENT = "heisenbug-operator";

  private final KubernetesClient client;

  public Events(KubernetesClient client) {
    this.client = client;
  }

  public void normal(HasMetadata about, String reason, String message) {
    emit(about, "Normal", reason, message, UUID.randomUUID().toString().substring(0, 13));
  }

  /** A warning that several replicas may have, and people need to see once. */
  public void once(HasMetadata about, String reason, String message) {
    String uid = String.valueOf(about.getMetadata().getUid());
    emit(about, "Warning", reason, message, reason.toLowerCase(Locale.ROOT) + "." + uid);
  }

  public void warning(HasMetadata about, String reason, String message) {
    emit(about, "Warning", reason, message, UUID.randomUUID().toString().substring(0, 13));
  }

  private void emit(HasMetadata about, String type, String reason, String message, String suffix) {
    String now = Instant.now().toString();
    String text = message.length() > 1000 ? message.substring(0, 1000) : message;
    try {
      client
          .resource(
              new EventBuilder()
                  .withNewMetadata()
                  .withName(shortened(about.getMetadata().getName()) + "." + suffix)
                  .withNamespace(about.getMetadata().getNamespace())
                  .endMetadata()
                  .withType(type)
                  .withReason(reason)
                  .withMessage(text)
                  .withFirstTimestamp(now)
                  .withLastTimestamp(now)
                  .withCount(1)
                  .withNewSource(COMPONENT, null)
                  .withReportingComponent(COMPONENT)
                  .withReportingInstance(COMPONENT)
                  .withNewInvolvedObject()
                  .withApiVersion(about.getApiVersion())
                  .withKind(about.getKind())
                  .withName(about.getMetadata().getName())
                  .withNamespace(about.getMetadata().getNamespace())
                  .withUid(about.getMetadata().getUid())
                  .endInvolvedObject()
                  .build())
          .create();
    } catch (KubernetesClientException e) {
      if (e.getCode() == CONFLICT) {
        return;
      }
      LOG.warnf("event %s could not be written: %s", reason, e.getMessage());
    }
  }

  /** Names have 253 characters at most. */
  private static String shortened(String name) {
    return name.length() > 180 ? name.substring(0, 180).replaceAll("[.-]+$", "") : name;
  }
}
