package dev.heisenbug.operator.inject;

import io.fabric8.kubernetes.api.model.NodeAffinity;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Keeps our containers, whose images are for x86-64, off other processors, where the pod would
 * never start.
 */
public final class Architecture {
  static final String LABEL = "kubernetes.io/arch";
  static final String OURS = "amd64";

  private Architecture() {}

  /** What the cluster's nodes are. */
  public enum Machines {
    OURS,
    OTHERS,
    MIXED
  }

  /**
   * The other processor that a pod is for, or empty.
   *
   * @param ofNode the processor of a node, null if it is not known
   */
  static Optional<String> other(PodSpec pod, Machines machines, Function<String, String> ofNode) {
    if (machines == Machines.OTHERS) {
      return Optional.of("another processor, as are all nodes");
    }
    // What a pod says itself counts in any cluster: nodes of that kind may be made for it.
    String selected = pod.getNodeSelector() == null ? null : pod.getNodeSelector().get(LABEL);
    if (selected != null) {
      return different(selected);
    }
    if (!terms(pod).isEmpty() && terms(pod).stream().allMatch(Architecture::excludesOurs)) {
      return Optional.of("another processor by its affinity");
    }
    String node = pod.getNodeName() != null ? pod.getNodeName() : boundTo(pod);
    return machines == Machines.OURS || node == null
        ? Optional.empty()
        : different(ofNode.apply(node));
  }

  private static Optional<String> different(String architecture) {
    return architecture == null || architecture.equals(OURS)
        ? Optional.empty()
        : Optional.of(architecture);
  }

  /** The node that a pod of a DaemonSet is made for, or null. */
  static String boundTo(PodSpec pod) {
    return terms(pod).stream()
        .flatMap(t -> t.getMatchFields() == null ? Stream.empty() : t.getMatchFields().stream())
        .filter(f -> "metadata.name".equals(f.getKey()) && "In".equals(f.getOperator()))
        .map(f -> f.getValues().isEmpty() ? null : f.getValues().get(0))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  private static boolean excludesOurs(NodeSelectorTerm term) {
    if (term.getMatchExpressions() == null) {
      return false;
    }
    for (NodeSelectorRequirement r : term.getMatchExpressions()) {
      if (r.getKey().equals(LABEL)
          && ("In".equals(r.getOperator()) && !r.getValues().contains(OURS)
              || "NotIn".equals(r.getOperator()) && r.getValues().contains(OURS))) {
        return true;
      }
    }
    return false;
  }

  private static List<NodeSelectorTerm> terms(PodSpec pod) {
    NodeAffinity affinity = pod.getAffinity() == null ? null : pod.getAffinity().getNodeAffinity();
    NodeSelector required =
        affinity == null ? null : affinity.getRequiredDuringSchedulingIgnoredDuringExecution();
    return required == null || required.getNodeSelectorTerms() == null
        ? List.of()
        : required.getNodeSelectorTerms();
  }
}
