package dev.heisenbug.operator.server;

import dev.heisenbug.formats.transfer.Termination;
import dev.heisenbug.operator.pods.PodEvents;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;

/**
 * Whether the kubelet killed a container because its liveness or startup probe failed: the way a
 * hang or deadlock mostly shows in production. A container's status does not tell it from any other
 * stop; the pod's events do.
 */
@ApplicationScoped
public class ProbeKills {
  private final PodEvents events;

  public ProbeKills(PodEvents events) {
    this.events = events;
  }

  /** The same end, with the probe that caused it if one did. */
  Termination explain(Pod pod, String container, long since, Termination end) {
    if (!end.known() || end.leaving() || !probed(pod, container)) {
      return end;
    }
    return new Termination(
        true,
        false,
        end.exitCode(),
        end.reason(),
        of(events.of(pod), container, since).orElse(null));
  }

  /** The probe's last words, if the container was killed for them after a point in time. */
  static Optional<String> of(List<Event> events, String container, long since) {
    String field = "spec.containers{" + container + "}";
    List<Event> ofContainer =
        events.stream()
            .filter(e -> field.equals(e.getInvolvedObject().getFieldPath()))
            .filter(e -> PodEvents.time(e) >= since)
            .toList();
    if (ofContainer.stream().noneMatch(e -> "Killing".equals(e.getReason()))) {
      return Optional.empty();
    }
    // A failed readiness probe has the same reason, and kills nothing.
    return ofContainer.stream()
        .filter(e -> "Unhealthy".equals(e.getReason()) && e.getMessage() != null)
        .filter(e -> e.getMessage().startsWith("Liveness") || e.getMessage().startsWith("Startup"))
        .max(java.util.Comparator.comparingLong(PodEvents::time))
        .map(Event::getMessage);
  }

  private static boolean probed(Pod pod, String container) {
    return pod.getSpec().getContainers().stream()
        .filter(c -> c.getName().equals(container))
        .anyMatch(c -> c.getLivenessProbe() != null || c.getStartupProbe() != null);
  }
}
