package dev.heisenbug.operator.inject;

import dev.heisenbug.crds.Names;
import dev.heisenbug.crds.PtPolicy;
import io.fabric8.kubernetes.api.model.NodeAffinity;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PreferredSchedulingTerm;
import java.util.ArrayList;
import java.util.List;

/** Sends pods to nodes with Intel PT, besides what the pod itself asks for. */
final class Affinity {
  private static final int WEIGHT = 50;

  private Affinity() {}

  static void apply(Pod pod, PtPolicy policy) {
    if (policy == PtPolicy.Never) {
      return;
    }
    NodeAffinity affinity = affinity(pod);
    if (policy == PtPolicy.Preferred) {
      affinity
          .getPreferredDuringSchedulingIgnoredDuringExecution()
          .add(new PreferredSchedulingTerm(term(), WEIGHT));
      return;
    }
    require(affinity, requirement());
  }

  /** Keeps a pod to nodes with the processor that our images are for. */
  static void applyArchitecture(Pod pod) {
    if (Architecture.boundTo(pod.getSpec()) == null && pod.getSpec().getNodeName() == null) {
      require(
          affinity(pod),
          new NodeSelectorRequirement(Architecture.LABEL, "In", List.of(Architecture.OURS)));
    }
  }

  private static void require(NodeAffinity affinity, NodeSelectorRequirement wanted) {
    NodeSelector required = affinity.getRequiredDuringSchedulingIgnoredDuringExecution();
    if (required == null || required.getNodeSelectorTerms().isEmpty()) {
      affinity.setRequiredDuringSchedulingIgnoredDuringExecution(
          new NodeSelector(
              new ArrayList<>(
                  List.of(
                      new NodeSelectorTerm(new ArrayList<>(List.of(wanted)), new ArrayList<>())))));
    } else {
      // Terms are alternatives: each of them has to ask for it.
      required.getNodeSelectorTerms().forEach(t -> t.getMatchExpressions().add(wanted));
    }
  }

  private static NodeAffinity affinity(Pod pod) {
    if (pod.getSpec().getAffinity() == null) {
      pod.getSpec().setAffinity(new io.fabric8.kubernetes.api.model.Affinity());
    }
    if (pod.getSpec().getAffinity().getNodeAffinity() == null) {
      pod.getSpec().getAffinity().setNodeAffinity(new NodeAffinity());
    }
    return pod.getSpec().getAffinity().getNodeAffinity();
  }

  private static NodeSelectorTerm term() {
    return new NodeSelectorTerm(new ArrayList<>(List.of(requirement())), new ArrayList<>());
  }

  private static NodeSelectorRequirement requirement() {
    return new NodeSelectorRequirement(Names.INTEL_PT, "In", List.of("true"));
  }
}
