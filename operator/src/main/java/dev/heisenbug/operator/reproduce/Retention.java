package dev.heisenbug.operator.reproduce;

import dev.heisenbug.crds.HeisenbugCapture;
import dev.heisenbug.crds.HeisenbugReproduction;
import dev.heisenbug.crds.RetentionSpec;
import dev.heisenbug.operator.Settings;
import dev.heisenbug.operator.observe.Events;
import dev.heisenbug.operator.server.Caches;
import dev.heisenbug.operator.storage.Keys;
import dev.heisenbug.operator.storage.StorageException;
import dev.heisenbug.operator.storage.Stores;
import io.fabric8.kubernetes.client.KubernetesClient;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.Logger;

/** Removes reproductions and their objects when the capture says so; never before the verdict. */
@ApplicationScoped
public class Retention {
  private static final Logger LOG = Logger.getLogger(Retention.class);

  private final KubernetesClient client;
  private final Stores stores;
  private final Caches caches;
  private final Events events;
  private final Settings settings;

  public Retention(
      KubernetesClient client, Stores stores, Caches caches, Events events, Settings settings) {
    this.settings = settings;
    this.client = client;
    this.stores = stores;
    this.caches = caches;
    this.events = events;
  }

  /** Removes a finished reproduction that is too old. */
  boolean expire(HeisenbugReproduction r) {
    return due(r, retention(r), Instant.now()) && remove(r, "older than the capture keeps it");
  }

  /** What the capture says now; if it is gone, what it said when the bundle was made. */
  private RetentionSpec retention(HeisenbugReproduction r) {
    HeisenbugCapture capture = caches.capture(r);
    return capture == null ? r.getSpec().retention() : capture.getSpec().retention();
  }

  /**
   * @param retention null for reproductions from before it was written into them: they stay
   */
  static boolean due(HeisenbugReproduction r, RetentionSpec retention, Instant now) {
    return retention != null
        && r.getStatus() != null
        && r.getStatus().finishedAt() != null
        && now.isAfter(
            Instant.parse(r.getStatus().finishedAt())
                .plus(Duration.ofHours(retention.maxAgeHours())));
  }

  /** Removes the oldest finished reproductions until the rest fits. */
  public void fit(HeisenbugCapture capture) {
    Integer limit = capture.getSpec().retention().maxMebibytes();
    if (limit == null) {
      return;
    }
    List<HeisenbugReproduction> all = caches.reproductions(capture);
    long bytes = all.stream().mapToLong(r -> r.getSpec().bundle().bytes()).sum();
    List<HeisenbugReproduction> oldest =
        all.stream()
            .filter(r -> r.getStatus() != null && r.getStatus().finished())
            .sorted(Comparator.comparing(r -> r.getMetadata().getCreationTimestamp()))
            .toList();
    for (HeisenbugReproduction r : oldest) {
      if (bytes <= (long) limit << 20) {
        return;
      }
      if (remove(r, "the capture's bundles take too much room")) {
        bytes -= r.getSpec().bundle().bytes();
      }
    }
  }

  /** Removes what is in storage for a reproduction; why that was not possible now, or empty. */
  Optional<String> removeObjects(HeisenbugReproduction r) {
    if (!own(r)) {
      return Optional.empty();
    }
    try {
      stores
          .of(r.getMetadata().getNamespace(), r.getSpec().storage())
          .removeFolder(r.getSpec().bundle().beside(""));
      return Optional.empty();
    } catch (StorageException e) {
      LOG.warnf("%s is not removed yet: %s", r.getMetadata().getName(), e.getMessage());
      return Optional.of(e.getMessage());
    }
  }

  /** Whoever may write reproductions must not get at other namespaces' objects with them. */
  private boolean own(HeisenbugReproduction r) {
    return r.getSpec()
        .bundle()
        .key()
        .startsWith(
            Keys.namespaceFolder(
                stores.prefix(r.getSpec().storage()),
                settings.cluster(),
                r.getMetadata().getNamespace()));
  }

  private boolean remove(HeisenbugReproduction r, String why) {
    if (removeObjects(r).isPresent()) {
      return false;
    }
    events.normal(r, "Removed", "Bundle and results are removed: " + why + ".");
    client.resource(r).delete();
    return true;
  }
}
