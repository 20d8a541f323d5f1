package dev.heisenbug.operator.server;

import dev.heisenbug.crds.HeisenbugCapture;
import dev.heisenbug.crds.Names;
import dev.heisenbug.crds.PtPolicy;
import dev.heisenbug.operator.Settings;
import dev.heisenbug.operator.inject.PtAccess;
import dev.heisenbug.operator.inject.PtNode;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What nodes and namespaces allow with regard to Intel PT; asked for at most every half minute. */
@ApplicationScoped
public class PtCluster {
  private static final String LEVEL = "pod-security.kubernetes.io/enforce";
  private static final long FRESH_NANOS = Duration.ofSeconds(30).toNanos();

  private final Settings settings;
  private final KubernetesClient client;
  private final Map<String, Known> known = new ConcurrentHashMap<>();

  public PtCluster(Settings settings, KubernetesClient client) {
    this.settings = settings;
    this.client = client;
  }

  /**
   * @param level of the namespace
   */
  private record Known(List<PtNode> nodes, String level, long nanos) {}

  /** Whether pods of a capture may record Intel PT in a namespace. */
  public PtAccess access(HeisenbugCapture capture, String namespace) {
    PtAccess.Means means = new PtAccess.Means(settings.ptImage().isPresent(), settings.nodeAgent());
    if (capture.getSpec().intelPt().policy() == PtPolicy.Never) {
      return PtAccess.decide(capture.getSpec(), means, List.of(), null);
    }
    Known now = look(namespace);
    return PtAccess.decide(capture.getSpec(), means, now.nodes(), now.level());
  }

  private Known look(String namespace) {
    Known last = known.get(namespace);
    if (last != null && System.nanoTime() - last.nanos() < FRESH_NANOS) {
      return last;
    }
    known.values().removeIf(k -> System.nanoTime() - k.nanos() >= FRESH_NANOS);
    Known now = new Known(nodes(), level(namespace), System.nanoTime());
    known.put(namespace, now);
    return now;
  }

  private List<PtNode> nodes() {
    return client
        .nodes()
        .withLabel(Names.INTEL_PT, "true")
        .list(new ListOptionsBuilder().withResourceVersion("0").build())
        .getItems()
        .stream()
        .map(n -> n.getMetadata().getAnnotations())
        .map(a -> PtNode.of(a == null ? null : a.get(Names.INTEL_PT_DETAIL)))
        .toList();
  }

  /** A pod that is refused is worse than one without a trace: what cannot be read forbids. */
  private String level(String name) {
    if (settings.ptImage().isEmpty()) {
      return null;
    }
    try {
      return Labels.of(client.namespaces().withName(name).get(), LEVEL);
    } catch (KubernetesClientException e) {
      return "unknown";
    }
  }
}
