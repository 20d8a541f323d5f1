package dev.heisenbug.operator.server;

import dev.heisenbug.crds.HeisenbugCapture;
import dev.heisenbug.crds.HeisenbugReproduction;
import dev.heisenbug.crds.Names;
import dev.heisenbug.operator.Settings;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.quarkus.runtime.Startup;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jboss.logging.Logger;

/** Captures, reproductions and recorded pods, watched by every replica for its webhook. */
@Startup
@ApplicationScoped
public class Caches {
  private static final Logger LOG = Logger.getLogger(Caches.class);
  private static final long PATIENCE = Duration.ofSeconds(20).toNanos();
  private static final String BY_CAPTURE = "capture";
  private static final String BY_NAMESPACE = "ns";

  private final KubernetesClient client;
  private final Settings settings;
  private final long started = System.nanoTime();
  private final List<SharedIndexInformer<HeisenbugCapture>> captures = new ArrayList<>();
  private final List<SharedIndexInformer<HeisenbugReproduction>> reproductions = new ArrayList<>();
  private final List<SharedIndexInformer<Pod>> pods = new ArrayList<>();

  public Caches(KubernetesClient client, Settings settings) {
    this.client = client;
    this.settings = settings;
  }

  @PostConstruct
  void start() {
    List<String> namespaces = settings.watchNamespaces().orElse(List.of());
    for (String namespace :
        namespaces.isEmpty() ? java.util.Arrays.asList((String) null) : namespaces) {
      SharedIndexInformer<HeisenbugCapture> c =
          in(client.resources(HeisenbugCapture.class), namespace).runnableInformer(0);
      c.addIndexers(Map.of(BY_NAMESPACE, o -> List.of(o.getMetadata().getNamespace())));
      captures.add(c);
      SharedIndexInformer<HeisenbugReproduction> r =
          in(client.resources(HeisenbugReproduction.class), namespace).runnableInformer(0);
      r.addIndexers(
          Map.of(
              BY_CAPTURE,
              o -> List.of(o.getMetadata().getNamespace() + "/" + o.getSpec().capture())));
      reproductions.add(r);
      SharedIndexInformer<Pod> p =
          in(client.pods(), namespace).withLabel(Names.INJECTED).runnableInformer(0);
      p.addIndexers(Map.of(BY_CAPTURE, Caches::captureOf));
      pods.add(p);
    }
    captures.forEach(Caches::start);
    reproductions.forEach(Caches::start);
    pods.forEach(Caches::start);
  }

  /** Tries for as long as it takes. */
  private static void start(SharedIndexInformer<?> informer) {
    informer.exceptionHandler(
        (began, e) -> {
          LOG.warnf(
              "%s cannot be watched yet, trying again: %s",
              informer.getApiTypeClass().getSimpleName(), e.getMessage());
          return true;
        });
    informer.start();
  }

  @PreDestroy
  void stop() {
    captures.forEach(SharedIndexInformer::stop);
    reproductions.forEach(SharedIndexInformer::stop);
    pods.forEach(SharedIndexInformer::stop);
  }

  /**
   * Whether everything was listed once. A namespace that we may not look at is waited for only so
   * long: the others must not suffer from it.
   */
  public boolean ready() {
    int missing = unwatched();
    return missing == 0 || missing < captures.size() && System.nanoTime() - started > PATIENCE;
  }

  /** Namespaces that could not be listed yet, mostly because a RoleBinding is missing there. */
  public int unwatched() {
    int missing = 0;
    for (int i = 0; i < captures.size(); i++) {
      if (!captures.get(i).hasSynced()
          || !reproductions.get(i).hasSynced()
          || !pods.get(i).hasSynced()) {
        missing++;
      }
    }
    return missing;
  }

  public List<HeisenbugCapture> captures(String namespace) {
    return captures.stream()
        .flatMap(i -> i.getIndexer().byIndex(BY_NAMESPACE, namespace).stream())
        .toList();
  }

  public List<HeisenbugCapture> allCaptures() {
    return captures.stream().flatMap(i -> i.getIndexer().list().stream()).toList();
  }

  public List<HeisenbugReproduction> allReproductions() {
    return reproductions.stream().flatMap(i -> i.getIndexer().list().stream()).toList();
  }

  /** The reproduction, or null if it is not there or was made a moment ago. */
  public HeisenbugReproduction reproduction(String namespace, String name) {
    String key = namespace + "/" + name;
    return reproductions.stream()
        .map(i -> i.getIndexer().getByKey(key))
        .filter(java.util.Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  public List<HeisenbugReproduction> reproductions(HeisenbugCapture capture) {
    return reproductions.stream()
        .flatMap(i -> i.getIndexer().byIndex(BY_CAPTURE, id(capture)).stream())
        .toList();
  }

  /** Pods that the webhook looked at for a capture, recorded or skipped. */
  public List<Pod> pods(HeisenbugCapture capture) {
    return pods.stream()
        .flatMap(i -> i.getIndexer().byIndex(BY_CAPTURE, id(capture)).stream())
        .toList();
  }

  /** Pods that carry the recorder for a capture. */
  public List<Pod> recordedPods(HeisenbugCapture capture) {
    return pods(capture).stream()
        .filter(p -> "true".equals(p.getMetadata().getLabels().get(Names.INJECTED)))
        .toList();
  }

  private static List<String> captureOf(Pod pod) {
    String capture = pod.getMetadata().getLabels().get(Names.CAPTURE);
    return capture == null ? List.of() : List.of(pod.getMetadata().getNamespace() + "/" + capture);
  }

  private static String id(HeisenbugCapture capture) {
    return capture.getMetadata().getNamespace() + "/" + capture.getMetadata().getName();
  }

  private static <T extends HasMetadata, L, R extends io.fabric8.kubernetes.client.dsl.Resource<T>>
      io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable<T, L, R> in(
          MixedOperation<T, L, R> all, String namespace) {
    FilterWatchListDeletable<T, L, R> scoped =
        namespace == null ? all.inAnyNamespace() : all.inNamespace(namespace);
    return scoped;
  }
}
