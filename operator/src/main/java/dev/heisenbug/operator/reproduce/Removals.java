package dev.heisenbug.operator.reproduce;

import dev.heisenbug.crds.HeisenbugReproduction;
import dev.heisenbug.crds.Names;
import dev.heisenbug.operator.Settings;
import dev.heisenbug.operator.observe.Events;
import dev.heisenbug.operator.server.Caches;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;

/**
 * Lets deleted reproductions go once their objects are removed from storage. A storage that is gone
 * for good must not hold a namespace forever: after an hour the objects are given up.
 */
@ApplicationScoped
public class Removals {
  private static final Logger LOG = Logger.getLogger(Removals.class);
  private static final long PERIOD_MILLIS = 5_000;
  private static final Duration PATIENCE = Duration.ofHours(1);

  private final Settings settings;
  private final Vertx vertx;
  private final KubernetesClient client;
  private final Caches caches;
  private final Retention retention;
  private final Events events;
  private final Set<String> explained = ConcurrentHashMap.newKeySet();

  public Removals(
      Settings settings,
      Vertx vertx,
      KubernetesClient client,
      Caches caches,
      Retention retention,
      Events events) {
    this.events = events;
    this.settings = settings;
    this.vertx = vertx;
    this.client = client;
    this.caches = caches;
    this.retention = retention;
  }

  void start(@Observes StartupEvent event) {
    if (settings.role().operates()) {
      vertx.setPeriodic(PERIOD_MILLIS, id -> vertx.executeBlocking(() -> look(), true));
    }
  }

  private Void look() {
    for (HeisenbugReproduction r : caches.allReproductions()) {
      if (r.getMetadata().getDeletionTimestamp() != null
          && r.getMetadata().getFinalizers().contains(Names.STORAGE_FINALIZER)) {
        try {
          letGo(r);
        } catch (KubernetesClientException e) {
          LOG.warnf("%s is not let go yet: %s", r.getMetadata().getName(), e.getMessage());
        }
      }
    }
    return null;
  }

  /** Once for each: whoever deleted it waits, and cannot know for what. */
  private void explain(HeisenbugReproduction r, String why) {
    if (explained.add(r.getMetadata().getUid())) {
      events.warning(
          r,
          "RemovalWaits",
          "Its objects cannot be removed from storage: %s It goes an hour after its deletion even so, and they stay then; taking the finalizer %s away has the same effect at once."
              .formatted(why, Names.STORAGE_FINALIZER));
    }
  }

  private void letGo(HeisenbugReproduction r) {
    Optional<String> kept = retention.removeObjects(r);
    Instant since = Instant.parse(r.getMetadata().getDeletionTimestamp());
    if (kept.isPresent() && Instant.now().isBefore(since.plus(PATIENCE))) {
      explain(r, kept.get());
      return;
    }
    if (kept.isPresent()) {
      LOG.errorf("objects below %s stay in storage", r.getSpec().bundle().beside(""));
    }
    client
        .resource(r)
        .edit(
            fresh -> {
              fresh.getMetadata().getFinalizers().remove(Names.STORAGE_FINALIZER);
              return fresh;
            });
  }
}
