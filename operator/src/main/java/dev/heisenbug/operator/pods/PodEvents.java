package dev.heisenbug.operator.pods;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.List;
import org.jboss.logging.Logger;

/** What the cluster noted about one pod: the only place for some things that its status lacks. */
@ApplicationScoped
public class PodEvents {
  private static final Logger LOG = Logger.getLogger(PodEvents.class);

  private final KubernetesClient client;

  public PodEvents(KubernetesClient client) {
    this.client = client;
  }

  /** None where they cannot be read: nothing may depend on them alone. */
  public List<Event> of(Pod pod) {
    try {
      return client
          .v1()
          .events()
          .inNamespace(pod.getMetadata().getNamespace())
          .withField("involvedObject.uid", pod.getMetadata().getUid())
          .list()
          .getItems();
    } catch (KubernetesClientException e) {
      LOG.warnf("events of pod %s are not known: %s", pod.getMetadata().getName(), e.getMessage());
      return List.of();
    }
  }

  /** In milliseconds; events have whole seconds, of which the last moment counts. */
  public static long time(Event event) {
    String time =
        event.getLastTimestamp() != null
            ? event.getLastTimestamp()
            : event.getEventTime() == null ? null : event.getEventTime().getTime();
    return time == null ? 0 : Instant.parse(time).toEpochMilli() + 999;
  }
}
