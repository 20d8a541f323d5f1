package dev.heisenbug.operator.capture;

import dev.heisenbug.crds.Names;
import dev.heisenbug.operator.Settings;
import dev.heisenbug.operator.observe.Events;
import dev.heisenbug.operator.server.Caches;
import io.fabric8.kubernetes.api.model.Pod;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Tells on a new pod why it is not recorded, where people look first. The webhook cannot: the pod
 * is not there yet when it decides, and it may write nothing.
 */
@ApplicationScoped
public class SkipEvents {
  /** Pods that are older were told of by whoever ran here before. */
  private static final Duration NEW = Duration.ofMinutes(5);

  /** As the capture wants it: no news, and many. */
  private static final List<String> INTENDED = List.of("Sampled:", "ConcurrencyCap:", "Suspended:");

  private final Settings settings;
  private final Caches caches;
  private final Events events;
  private final ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor();

  public SkipEvents(Settings settings, Caches caches, Events events) {
    this.settings = settings;
    this.caches = caches;
    this.events = events;
  }

  void start(@Observes StartupEvent event) {
    if (settings.role().operates()) {
      caches.onNewPod(
          pod ->
              reason(pod, Instant.now())
                  .ifPresent(
                      why ->
                          workers.execute(
                              () -> events.once(pod, "NotRecorded", "heisenbug: " + why + "."))));
    }
  }

  void stop(@Observes ShutdownEvent event) {
    workers.shutdown();
  }

  /** What is worth an event about a pod, or empty. */
  static Optional<String> reason(Pod pod, Instant now) {
    Map<String, String> annotations = pod.getMetadata().getAnnotations();
    String why = annotations == null ? null : annotations.get(Names.SKIPPED_REASON);
    String made = pod.getMetadata().getCreationTimestamp();
    return why == null
            || INTENDED.stream().anyMatch(why::startsWith)
            || made == null
            || Instant.parse(made).isBefore(now.minus(NEW))
        ? Optional.empty()
        : Optional.of(why);
  }
}
