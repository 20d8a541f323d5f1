package dev.heisenbug.operator.observe;

import dev.heisenbug.crds.Phase;
import dev.heisenbug.operator.Settings;
import dev.heisenbug.operator.server.Caches;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/** How many objects there are, and the share of failures that were reproduced. */
@ApplicationScoped
public class ObjectGauges {
  private final Caches caches;
  private final MeterRegistry registry;
  private final Settings settings;

  public ObjectGauges(Settings settings, Caches caches, MeterRegistry registry) {
    this.settings = settings;
    this.caches = caches;
    this.registry = registry;
  }

  void start(@Observes StartupEvent event) {
    Gauge.builder("heisenbug_unwatched_namespaces", caches, Caches::unwatched)
        .description("Namespaces of the watch list that may not be looked at.")
        .register(registry);
    if (settings.role().operates()) {
      objects();
    }
  }

  private void objects() {
    Gauge.builder("heisenbug_captures", caches, c -> c.allCaptures().size())
        .description("Captures in the cluster.")
        .register(registry);
    for (Phase phase : Phase.values()) {
      Gauge.builder("heisenbug_reproductions", caches, c -> count(c, phase))
          .description("Reproductions by phase.")
          .tag("phase", phase.name())
          .register(registry);
    }
    Gauge.builder("heisenbug_reproduction_ratio", caches, ObjectGauges::ratio)
        .description("Reproduced every time, among those with a verdict.")
        .register(registry);
  }

  private static double count(Caches caches, Phase phase) {
    return caches.allReproductions().stream()
        .filter(r -> r.getStatus() == null ? phase == Phase.Sealed : r.getStatus().phase() == phase)
        .count();
  }

  private static double ratio(Caches caches) {
    long finished = 0;
    long reproduced = 0;
    for (var r : caches.allReproductions()) {
      if (r.getStatus() != null && r.getStatus().finished()) {
        finished++;
        reproduced +=
            r.getStatus().runs() != null && r.getStatus().runs().equals(r.getStatus().times())
                ? 1
                : 0;
      }
    }
    return finished == 0 ? Double.NaN : (double) reproduced / finished;
  }
}
