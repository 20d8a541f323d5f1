package dev.heisenbug.operator.server;

import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jboss.logging.Logger;

/** Which processors the cluster's nodes have, asked for one node of a kind and not for all. */
@ApplicationScoped
public class NodeArchitectures {
  private static final Logger LOG = Logger.getLogger(NodeArchitectures.class);
  private static final String LABEL = "kubernetes.io/arch";
  private static final String OURS = "amd64";
  private static final long FRESH_NANOS = Duration.ofMinutes(1).toNanos();

  private final KubernetesClient client;
  private final AtomicLong asked = new AtomicLong(System.nanoTime() - 2 * FRESH_NANOS);
  private final Map<String, String> nodes = new ConcurrentHashMap<>();
  private volatile Found found = new Found(true, false);

  /** Whether there are nodes with our processor, and with another. */
  record Found(boolean ours, boolean others) {}

  public NodeArchitectures(KubernetesClient client) {
    this.client = client;
  }

  /** At most a minute old. */
  Found found() {
    long last = asked.get();
    long now = System.nanoTime();
    if (now - last > FRESH_NANOS && asked.compareAndSet(last, now)) {
      try {
        boolean others = some(LABEL + "," + LABEL + "!=" + OURS);
        // A cluster that has no nodes yet will mostly get ours.
        found = new Found(!others || some(LABEL + "=" + OURS), others);
      } catch (KubernetesClientException e) {
        LOG.warnf("the processors of nodes are not known: %s", e.getMessage());
      }
    }
    return found;
  }

  /** The processor of a node, null if it is not known. */
  String of(String name) {
    return nodes.computeIfAbsent(
        name,
        n -> {
          try {
            return Labels.of(client.nodes().withName(n).get(), LABEL);
          } catch (KubernetesClientException e) {
            return null;
          }
        });
  }

  private boolean some(String selector) {
    return !client
        .nodes()
        .withLabelSelector(selector)
        .list(new ListOptionsBuilder().withLimit(1L).build())
        .getItems()
        .isEmpty();
  }
}
