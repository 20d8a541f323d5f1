package dev.heisenbug.operator.server;

import dev.heisenbug.operator.pods.Bounds;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The LimitRanges of namespaces, asked for at most every half minute. */
@ApplicationScoped
public class NamespaceBounds {
  private static final long FRESH_NANOS = Duration.ofSeconds(30).toNanos();

  private final KubernetesClient client;
  private final Map<String, Known> known = new ConcurrentHashMap<>();

  public NamespaceBounds(KubernetesClient client) {
    this.client = client;
  }

  private record Known(Bounds bounds, long nanos) {}

  public Bounds of(String namespace) {
    Known last = known.get(namespace);
    if (last != null && System.nanoTime() - last.nanos() < FRESH_NANOS) {
      return last.bounds();
    }
    known.values().removeIf(k -> System.nanoTime() - k.nanos() >= FRESH_NANOS);
    Bounds bounds = ask(namespace);
    known.put(namespace, new Known(bounds, System.nanoTime()));
    return bounds;
  }

  /** Where we may not look nothing is known, and nothing is bounded as far as we know. */
  private Bounds ask(String namespace) {
    try {
      return Bounds.of(
          client
              .limitRanges()
              .inNamespace(namespace)
              .list(new ListOptionsBuilder().withResourceVersion("0").build())
              .getItems());
    } catch (KubernetesClientException e) {
      return Bounds.of(List.of());
    }
  }
}
