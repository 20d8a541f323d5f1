package dev.heisenbug.operator.server;

import dev.heisenbug.operator.Settings;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.VersionInfo;
import io.quarkus.runtime.Startup;
import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jboss.logging.Logger;

/**
 * Whether the cluster knows init containers that go on running, which Kubernetes has since 1.29. A
 * kubelet that does not would wait for such a container forever, and kubelets may be older than the
 * API server: all of them are asked.
 */
@Startup
@ApplicationScoped
public class NativeSidecars {
  private static final Logger LOG = Logger.getLogger(NativeSidecars.class);
  private static final int MAJOR = 1;
  private static final int MINOR = 29;
  private static final Pattern VERSION = Pattern.compile("v?(\\d+)\\.(\\d+).*");
  private static final long FRESH_NANOS = Duration.ofMinutes(30).toNanos();

  private final Settings settings;
  private final KubernetesClient client;
  private final AtomicLong asked = new AtomicLong();
  private volatile boolean known;

  public NativeSidecars(Settings settings, KubernetesClient client) {
    this.settings = settings;
    this.client = client;
  }

  @PostConstruct
  void ask() {
    asked.set(System.nanoTime());
    try {
      known = answer();
    } catch (KubernetesClientException e) {
      LOG.warnf("the versions of the cluster cannot be read: %s", e.getMessage());
    }
  }

  /** From what was found last; it is looked again from time to time, but nobody waits for it. */
  boolean known() {
    long last = asked.get();
    long now = System.nanoTime();
    if (now - last > FRESH_NANOS && asked.compareAndSet(last, now)) {
      Thread.startVirtualThread(this::ask);
    }
    return known;
  }

  private boolean answer() {
    return switch (settings.nativeSidecars()) {
      case "Always" -> true;
      case "Never" -> false;
      default -> server() && nodes();
    };
  }

  private boolean server() {
    VersionInfo version = client.getKubernetesVersion();
    return version != null && recent(version.getMajor() + "." + version.getMinor());
  }

  private boolean nodes() {
    return client
        .nodes()
        .list(new ListOptionsBuilder().withResourceVersion("0").build())
        .getItems()
        .stream()
        .allMatch(node -> recent(node.getStatus().getNodeInfo().getKubeletVersion()));
  }

  /**
   * @param version as servers and kubelets write it: 1.29, 1.29+, v1.29.4-gke.100
   */
  static boolean recent(String version) {
    Matcher matcher = VERSION.matcher(version);
    if (!matcher.matches()) {
      return false;
    }
    int major = Integer.parseInt(matcher.group(1));
    int minor = Integer.parseInt(matcher.group(2));
    return major > MAJOR || major == MAJOR && minor >= MINOR;
  }
}
