package dev.heisenbug.operator.inject;

import dev.heisenbug.crds.CaptureSpec;
import dev.heisenbug.crds.HeisenbugCapture;
import dev.heisenbug.crds.Names;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Map;
import java.util.Optional;

/** Decides whether a new pod is recorded, and for which capture. */
public final class Decider {
  /** Which container of a pod people mean, where it is not the first. */
  private static final String DEFAULT_CONTAINER = "kubectl.kubernetes.io/default-container";

  private final Cluster cluster;

  public Decider(Cluster cluster) {
    this.cluster = cluster;
  }

  public Decision decide(Pod pod, String namespace) {
    Map<String, String> labels = pod.getMetadata().getLabels();
    if (labels != null
        && (labels.containsKey(Names.INJECTED)
            || "disabled".equals(labels.get(Names.RECORD))
            || labels.containsKey(Names.STAGE))) {
      return labels.containsKey(Names.INJECTED) ? new Decision.Done() : new Decision.NoCapture();
    }
    if (Selection.system(namespace)) {
      return new Decision.NoCapture();
    }
    for (HeisenbugCapture capture : cluster.captures(namespace)) {
      if (capture.getMetadata().getDeletionTimestamp() == null
          && Selection.matches(capture.getSpec(), pod)) {
        return decide(pod, capture);
      }
    }
    return new Decision.NoCapture();
  }

  private Decision decide(Pod pod, HeisenbugCapture capture) {
    CaptureSpec spec = capture.getSpec();
    if (spec.suspend()) {
      return skip(capture, SkipReason.Suspended, "the capture is suspended");
    }
    if (!cluster.hasStorage(capture)) {
      return skip(capture, SkipReason.NoStorage, "neither capture nor operator has a storage");
    }
    if (windows(pod)) {
      return skip(capture, SkipReason.NotLinux, "the pod is for nodes with Windows");
    }
    Optional<String> processor =
        Architecture.other(pod.getSpec(), cluster.machines(), cluster::architecture);
    if (processor.isPresent()) {
      return skip(
          capture,
          SkipReason.OtherProcessor,
          "the recorder's images are for amd64, the pod is for " + processor.get());
    }
    Container target = target(pod, spec);
    if (target == null) {
      return skip(
          capture,
          SkipReason.NoSuchContainer,
          "the pod has none of the containers " + spec.containers());
    }
    if (Injector.nameTaken(pod)) {
      return skip(
          capture,
          SkipReason.NamesTaken,
          "the pod has a container, volume or mount of its own where heisenbug's would be");
    }
    EnvVar variable =
        Agents.of(spec, target) == Agents.NATIVE
            ? PreloadOptions.existing(target)
            : AgentOptions.existing(target, spec.recorder());
    if (variable != null && variable.getValueFrom() != null) {
      return skip(
          capture,
          SkipReason.VariableFromReference,
          "the variable %s of container %s comes from a reference and cannot be appended to"
              .formatted(variable.getName(), target.getName()));
    }
    if (cluster.chance() >= spec.sampling().probability()) {
      return skip(capture, SkipReason.Sampled, "not in the share of " + spec.sampling().share());
    }
    Integer cap = spec.sampling().maxConcurrent();
    if (cap != null && cluster.recorded(capture) >= cap) {
      return skip(capture, SkipReason.ConcurrencyCap, cap + " pods are recorded already");
    }
    return new Decision.Record(capture);
  }

  /** The API server refuses there what our containers say about users and privileges. */
  private static boolean windows(Pod pod) {
    Map<String, String> selector = pod.getSpec().getNodeSelector();
    return pod.getSpec().getOs() != null && "windows".equals(pod.getSpec().getOs().getName())
        || selector != null && "windows".equals(selector.get("kubernetes.io/os"));
  }

  /** The container to record, or null. */
  static Container target(Pod pod, CaptureSpec spec) {
    if (spec.containers().isEmpty()) {
      return program(pod);
    }
    for (String name : spec.containers()) {
      for (Container container : pod.getSpec().getContainers()) {
        if (container.getName().equals(name)) {
          return container;
        }
      }
    }
    return null;
  }

  /** A mesh may have put its proxy first; it then says which container was there before. */
  private static Container program(Pod pod) {
    Map<String, String> annotations = pod.getMetadata().getAnnotations();
    String named = annotations == null ? null : annotations.get(DEFAULT_CONTAINER);
    return pod.getSpec().getContainers().stream()
        .filter(c -> c.getName().equals(named))
        .findFirst()
        .orElseGet(() -> pod.getSpec().getContainers().get(0));
  }

  private static Decision skip(HeisenbugCapture capture, SkipReason reason, String message) {
    return new Decision.Skip(capture, reason, message);
  }
}
