package dev.heisenbug.operator.inject;

import dev.heisenbug.crds.CaptureSpec;
import dev.heisenbug.crds.PtMode;
import dev.heisenbug.crds.PtPolicy;
import dev.heisenbug.crds.RuntimeKind;
import java.util.List;

/** Whether pods of a capture may record Intel PT, and with which privileges. */
public sealed interface PtAccess {
  /** They may, by a sidecar with these capabilities. */
  record Granted(List<String> capabilities) implements PtAccess {}

  /** An agent on their node does it; the pods themselves get nothing. */
  record ByAgent() implements PtAccess {}

  /** The software recorder alone is used. */
  record Denied(String reason, String message) implements PtAccess {}

  /**
   * What the chart brings.
   *
   * @param image an image with perf
   * @param agent the node agent
   */
  record Means(boolean image, boolean agent) {}

  /**
   * @param nodes those that the probe labelled
   * @param level the namespace's Pod Security level, null if it has none
   */
  static PtAccess decide(CaptureSpec spec, Means means, List<PtNode> nodes, String level) {
    if (spec.intelPt().policy() == PtPolicy.Never) {
      return new Denied("NotAsked", "Intel PT is not asked for.");
    }
    if (spec.runtime() == RuntimeKind.Jvm) {
      return new Denied("SoftwareRecording", "The agent of JVMs needs no Intel PT.");
    }
    if (nodes.isEmpty()) {
      return new Denied(
          "NoPtNode",
          "No node is labelled heisenbug.dev/intel-pt=true: the software recorder is used.");
    }
    if (!means.image()) {
      return new Denied(
          "NoPtImage",
          "The chart's image.pt, an image with perf, is not set: the software recorder is used.");
    }
    if (spec.intelPt().mode() == PtMode.NodeAgent) {
      return means.agent()
          ? new ByAgent()
          : new Denied(
              "NoNodeAgent",
              "The chart's nodeAgent.enabled is false: the software recorder is used.");
    }
    if (level != null && !level.equals("privileged")) {
      return new Denied(
          "PodSecurity",
          ("The namespace's Pod Security level %s forbids the sidecar that records the trace: the"
                  + " software recorder is used. intelPt.mode NodeAgent records it from outside the"
                  + " pod.")
              .formatted(level));
    }
    return new Granted(capabilities(nodes));
  }

  /** A pod may come to any of the nodes, so the one that asks for most decides. */
  private static List<String> capabilities(List<PtNode> nodes) {
    boolean perfmon = nodes.stream().allMatch(PtNode::perfmon);
    // To open events of other users' processes; to read what they have mapped; for large buffers.
    return List.of(perfmon ? "PERFMON" : "SYS_ADMIN", "SYS_PTRACE", "IPC_LOCK");
  }
}
