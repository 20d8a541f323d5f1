package dev.heisenbug.operator.inject;

import dev.heisenbug.crds.CaptureSpec;
import dev.heisenbug.crds.HeisenbugCapture;
import dev.heisenbug.operator.pods.Workloads;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Optional;

/** The pods that a capture is about: those that a selector matches, or those of one workload. */
public final class Selection {
  private Selection() {}

  /** Whether a namespace is the cluster's own, by the prefixes that are reserved for those. */
  public static boolean system(String namespace) {
    return namespace.startsWith("kube-") || namespace.startsWith("openshift-");
  }

  public static boolean matches(CaptureSpec spec, Pod pod) {
    if (problem(spec).isPresent()) {
      return false;
    }
    return spec.workload() != null
        ? Workloads.belongs(pod, spec.workload())
        : Selectors.matches(spec.selector(), pod.getMetadata().getLabels());
  }

  /** Why the capture can record nothing, ever; the message names the field. */
  public static Optional<String> problem(CaptureSpec spec) {
    Optional<String> invalid = SpecCheck.problem(spec);
    if (invalid.isPresent()) {
      return invalid;
    }
    boolean none = spec.selector() == null || Selectors.empty(spec.selector());
    if (spec.workload() != null) {
      return spec.selector() == null
          ? Optional.empty()
          : Optional.of("spec.selector and spec.workload exclude each other: remove one of them.");
    }
    return none
        ? Optional.of(
            "spec.selector is empty and matches no pod: give it labels, or name spec.workload.")
        : Optional.empty();
  }

  /** The kind of that problem, for a condition. */
  public static String reason(CaptureSpec spec) {
    return SpecCheck.problem(spec).isPresent() ? "InvalidSpec" : "NothingSelected";
  }

  /** The pods that are there in some namespaces, as the API server's cache has them. */
  public static List<Pod> pods(
      KubernetesClient client, HeisenbugCapture capture, List<String> namespaces) {
    return namespaces.stream().flatMap(n -> pods(client, capture.getSpec(), n).stream()).toList();
  }

  private static List<Pod> pods(KubernetesClient client, CaptureSpec spec, String namespace) {
    if (problem(spec).isPresent()) {
      return List.of();
    }
    var all = client.pods().inNamespace(namespace);
    var wanted = spec.workload() == null ? all.withLabelSelector(spec.selector()) : all;
    return wanted
        .list(new ListOptionsBuilder().withResourceVersion("0").build())
        .getItems()
        .stream()
        .filter(pod -> matches(spec, pod))
        .toList();
  }
}
