package dev.heisenbug.operator.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.heisenbug.crds.Names;
import dev.heisenbug.operator.inject.PtNode;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jboss.logging.Logger;

/**
 * Takes what a probe found to the node that its pod runs on: the probe itself needs no right in the
 * API, and can speak of no other node.
 */
@ApplicationScoped
public class NodeRoute {
  static final String PATH = "/v1/node";
  private static final Logger LOG = Logger.getLogger(NodeRoute.class);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> VALUES = List.of("true", "false", "unknown");

  private final DaemonPods daemons;
  private final KubernetesClient client;

  public NodeRoute(DaemonPods daemons, KubernetesClient client) {
    this.daemons = daemons;
    this.client = client;
  }

  Answer report(String token, byte[] body) {
    DaemonPods.Found found = daemons.pod(token, "probe");
    if (found.refusal() != null) {
      return found.refusal();
    }
    try {
      JsonNode finding = JSON.readTree(body);
      String usable = finding.path("intelPt").asText();
      if (!VALUES.contains(usable)) {
        return Answer.error(400, "intelPt must be one of " + VALUES);
      }
      label(found.pod().getSpec().getNodeName(), usable, finding.path("detail").asText());
      return Answer.of(Map.of());
    } catch (IOException e) {
      return Answer.error(400, "the request cannot be read");
    }
  }

  private void label(String name, String usable, String detail) {
    Node node = client.nodes().withName(name).get();
    String capability = capability(usable, detail);
    if (Objects.equals(node.getMetadata().getLabels().get(Names.INTEL_PT), usable)
        && Objects.equals(node.getMetadata().getLabels().get(Names.PT_CAPABILITY), capability)
        && Objects.equals(node.getMetadata().getAnnotations().get(Names.INTEL_PT_DETAIL), detail)) {
      return;
    }
    ObjectNode patch = JSON.createObjectNode();
    ObjectNode metadata = patch.putObject("metadata");
    // A null removes it.
    metadata.putObject("labels").put(Names.INTEL_PT, usable).put(Names.PT_CAPABILITY, capability);
    metadata.putObject("annotations").put(Names.INTEL_PT_DETAIL, detail);
    client.nodes().withName(name).patch(PatchContext.of(PatchType.JSON_MERGE), patch.toString());
    LOG.infof("node %s: intel-pt %s, %s", name, usable, detail);
  }

  /** What the node agent needs there; null where there is nothing to trace with. */
  static String capability(String usable, String detail) {
    return !usable.equals("true") ? null : PtNode.of(detail).perfmon() ? "PERFMON" : "SYS_ADMIN";
  }
}
