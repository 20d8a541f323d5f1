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
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.quarkus.runtime.Startup;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jboss.logging.Logger;

/** Captures, reproductions and recorded pods, watched by every replica for its webhook. */
@Startup
@ApplicationScoped
public class Caches {
  private static final Logger LOG = Logger.getLogger(Caches.class);
  private static final long PATIENCE = Duration.ofSeconds(20).toNanos();
  private static final String BY_CAPTURE = "capture";
  private static final String BY_NAMESPACE = "ns";
  private static final String BY_NODE = "node";

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
      c.addIndexers(Map.of(BY_NAMESPACE, Reach::wanted));
      captures.add(c);
      if (settings.role().operates()) {
        SharedIndexInformer<HeisenbugReproduction> r =
            in(client.resources(HeisenbugReproduction.class), namespace).runnableInformer(0);
        r.addIndexers(
            Map.of(BY_CAPTURE, o -> List.of(captureNamespace(o) + "/" + o.getSpec().capture())));
        reproductions.add(r);
      }
      SharedIndexInformer<Pod> p =
          in(client.pods(), namespace).withLabel(Names.INJECTED).runnableInformer(0);
      p.itemStore(new PodStore());
      p.addIndexers(Map.of(BY_CAPTURE, Caches::captureOf, BY_NODE, Caches::nodeOf));
      pods.add(p);
    }
    captures.forEach(Caches::start);
    reproductions.forEach(Caches::start);
    pods.forEach(Caches::start);
  }

  /** Tells of every pod and reproduction that comes, changes or goes, from now on. */
  public void onChange(Consumer<HasMetadata> listener) {
    pods.forEach(i -> i.addEventHandler(new Changes<>(listener)));
    reproductions.forEach(i -> i.addEventHandler(new Changes<>(listener)));
  }

  /** Tells of every pod that bears a mark of ours, once; at the start of those that are there. */
  public void onNewPod(Consumer<Pod> listener) {
    pods.forEach(
        i ->
            i.addEventHandler(
                new ResourceEventHandler<Pod>() {
                  @Override
                  public void onAdd(Pod pod) {
                    listener.accept(pod);
                  }

                  @Override
                  public void onUpdate(Pod before, Pod now) {}

                  @Override
                  public void onDelete(Pod pod, boolean unknown) {}
                }));
  }

  private record Changes<T extends HasMetadata>(Consumer<HasMetadata> listener)
      implements ResourceEventHandler<T> {
    @Override
    public void onAdd(T object) {
      listener.accept(object);
    }

    @Override
    public void onUpdate(T before, T now) {
      listener.accept(now);
    }

    @Override
    public void onDelete(T object, boolean unknown) {
      listener.accept(object);
    }
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
          || i < reproductions.size() && !reproductions.get(i).hasSynced()
          || !pods.get(i).hasSynced()) {
        missing++;
      }
    }
    return missing;
  }

  /** Captures that are meant for a namespace, whether it lets them in or not. */
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

  /** The capture that a reproduction came from, or null if it is gone. */
  public HeisenbugCapture capture(HeisenbugReproduction reproduction) {
    String key = captureNamespace(reproduction) + "/" + reproduction.getSpec().capture();
    return captures.stream()
        .map(i -> i.getIndexer().getByKey(key))
        .filter(java.util.Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  public List<HeisenbugReproduction> reproductions(HeisenbugCapture capture) {
    return ofCapture(reproductions, capture);
  }

  /** Pods that the webhook looked at for a capture, recorded or skipped. */
  public List<Pod> pods(HeisenbugCapture capture) {
    return ofCapture(pods, capture);
  }

  /** Objects elsewhere may claim a capture, but only where it looks they count. */
  private static <T extends HasMetadata> List<T> ofCapture(
      List<SharedIndexInformer<T>> informers, HeisenbugCapture capture) {
    String id = capture.getMetadata().getNamespace() + "/" + capture.getMetadata().getName();
    List<String> there = Reach.wanted(capture);
    return informers.stream()
        .flatMap(i -> i.getIndexer().byIndex(BY_CAPTURE, id).stream())
        .filter(o -> there.contains(o.getMetadata().getNamespace()))
        .toList();
  }

  /** Pods of a node that the webhook looked at. */
  public List<Pod> podsOn(String node) {
    return pods.stream().flatMap(i -> i.getIndexer().byIndex(BY_NODE, node).stream()).toList();
  }

  /** Pods that carry the recorder for a capture. */
  public List<Pod> recordedPods(HeisenbugCapture capture) {
    return pods(capture).stream()
        .filter(p -> "true".equals(p.getMetadata().getLabels().get(Names.INJECTED)))
        .toList();
  }

  private static List<String> captureOf(Pod pod) {
    String capture = pod.getMetadata().getLabels().get(Names.CAPTURE);
    return capture == null ? List.of() : List.of(captureNamespace(pod) + "/" + capture);
  }

  private static List<String> nodeOf(Pod pod) {
    String node = pod.getSpec().getNodeName();
    return node == null ? List.of() : List.of(node);
  }

  /** Where the capture of a pod is. */
  static String captureNamespace(Pod pod) {
    return pod.getMetadata()
        .getLabels()
        .getOrDefault(Names.CAPTURE_NAMESPACE, pod.getMetadata().getNamespace());
  }

  private static String captureNamespace(HeisenbugReproduction reproduction) {
    String named = reproduction.getSpec().captureNamespace();
    return named == null ? reproduction.getMetadata().getNamespace() : named;
  }

  private static <T extends HasMetadata, L, R extends io.fabric8.kubernetes.client.dsl.Resource<T>>
      io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable<T, L, R> in(
          MixedOperation<T, L, R> all, String namespace) {
    FilterWatchListDeletable<T, L, R> scoped =
        namespace == null ? all.inAnyNamespace() : all.inNamespace(namespace);
    return scoped;
  }
}
