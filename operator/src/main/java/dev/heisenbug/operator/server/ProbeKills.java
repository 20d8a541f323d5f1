package dev.heisenbug.operator.server;

import dev.heisenbug.formats.transfer.Termination;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * Whether the kubelet killed a container because its liveness or startup probe failed: the way a
 * hang or deadlock mostly shows in production. A container's status does not tell it from any other
 * stop; the pod's events do.
 */
@ApplicationScoped
public class ProbeKills {
  private static final Logger LOG = Logger.getLogger(ProbeKills.class);

  private final KubernetesClient client;

  public ProbeKills(KubernetesClient client) {
    this.client = client;
  }

  /** The same end, with the probe that caused it if one did. */
  Termination explain(Pod pod, String container, long since, Termination end) {
    if (!end.known() || end.leaving() || !probed(pod, container)) {
      return end;
    }
    return new Termination(
        true, false, end.exitCode(), end.reason(), of(events(pod), container, since).orElse(null));
  }

  /** The probe's last words, if the container was killed for them after a point in time. */
  static Optional<String> of(List<Event> events, String container, long since) {
    String field = "spec.containers{" + container + "}";
    List<Event> ofContainer =
        events.stream()
            .filter(e -> field.equals(e.getInvolvedObject().getFieldPath()))
            .filter(e -> time(e) >= since)
            .toList();
    if (ofContainer.stream().noneMatch(e -> "Killing".equals(e.getReason()))) {
      return Optional.empty();
    }
    // A failed readiness probe has the same reason, and kills nothing.
    return ofContainer.stream()
        .filter(e -> "Unhealthy".equals(e.getReason()) && e.getMessage() != null)
        .filter(e -> e.getMessage().startsWith("Liveness") || e.getMessage().startsWith("Startup"))
        .max(java.util.Comparator.comparingLong(ProbeKills::time))
        .map(Event::getMessage);
  }

  private static boolean probed(Pod pod, String container) {
    return pod.getSpec().getContainers().stream()
        .filter(c -> c.getName().equals(container))
        .anyMatch(c -> c.getLivenessProbe() != null || c.getStartupProbe() != null);
  }

  private List<Event> events(Pod pod) {
    try {
      return client
          .v1()
          .events()
          .inNamespace(pod.getMetadata().getNamespace())
          .withField("involvedObject.uid", pod.getMetadata().getUid())
          .list()
          .getItems();
    } catch (KubernetesClientException e) {
      LOG.warnf("whether a probe failed is not known: %s", e.getMessage());
      return List.of();
    }
  }

  /** In milliseconds; events have whole seconds, of which the last moment counts. */
  private static long time(Event event) {
    String time =
        event.getLastTimestamp() != null
            ? event.getLastTimestamp()
            : event.getEventTime() == null ? null : event.getEventTime().getTime();
    return time == null ? 0 : Instant.parse(time).toEpochMilli() + 999;
  }
}
