package dev.heisenbug.operator.server;

import dev.heisenbug.crds.HeisenbugCapture;
import dev.heisenbug.crds.Names;
import dev.heisenbug.crds.PtMode;
import dev.heisenbug.crds.PtPolicy;
import dev.heisenbug.formats.transfer.TracedPods;
import dev.heisenbug.operator.inject.Injector;
import io.fabric8.kubernetes.api.model.Pod;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;

/**
 * Tells an agent which pods of its own node it traces: those that the webhook chose for it. The
 * agent needs no right in the API, and learns of no other node.
 */
@ApplicationScoped
public class AgentRoute {
  private static final String COMPONENT = "pt-agent";

  private final DaemonPods daemons;
  private final Caches caches;
  private final LiveCluster cluster;

  public AgentRoute(DaemonPods daemons, Caches caches, LiveCluster cluster) {
    this.daemons = daemons;
    this.caches = caches;
    this.cluster = cluster;
  }

  Answer pods(String token) {
    DaemonPods.Found found = daemons.pod(token, COMPONENT);
    if (found.refusal() != null) {
      return found.refusal();
    }
    List<String> uids =
        caches.podsOn(found.pod().getSpec().getNodeName()).stream()
            .filter(this::traced)
            .map(p -> p.getMetadata().getUid())
            .toList();
    return Answer.of(new TracedPods(uids));
  }

  /** An annotation alone proves nothing: its capture has to say so too. */
  private boolean traced(Pod pod) {
    if (pod.getMetadata().getAnnotations() == null
        || !Injector.BY_AGENT.equals(pod.getMetadata().getAnnotations().get(Names.PT_RECORDING))) {
      return false;
    }
    HeisenbugCapture capture = cluster.captureOf(pod);
    return capture != null
        && capture.getSpec().intelPt().policy() != PtPolicy.Never
        && capture.getSpec().intelPt().mode() == PtMode.NodeAgent;
  }
}
