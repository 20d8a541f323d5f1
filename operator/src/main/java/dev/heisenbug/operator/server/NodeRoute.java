package dev.heisenbug.operator.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.heisenbug.crds.Names;
import dev.heisenbug.operator.Settings;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
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

  private final Settings settings;
  private final TokenCheck tokens;
  private final KubernetesClient client;

  public NodeRoute(Settings settings, TokenCheck tokens, KubernetesClient client) {
    this.settings = settings;
    this.tokens = tokens;
    this.client = client;
  }

  Answer report(String token, byte[] body) {
    Optional<Caller> caller = tokens.caller(token);
    if (caller.isEmpty()) {
      return Answer.error(401, "a token of the pod for audience heisenbug.dev is needed");
    }
    Pod pod =
        client.pods().inNamespace(caller.get().namespace()).withName(caller.get().pod()).get();
    if (pod == null || !caller.get().podUid().equals(pod.getMetadata().getUid()) || !probe(pod)) {
      return Answer.error(403, "this pod is no probe of this release");
    }
    try {
      JsonNode finding = JSON.readTree(body);
      String usable = finding.path("intelPt").asText();
      if (!VALUES.contains(usable)) {
        return Answer.error(400, "intelPt must be one of " + VALUES);
      }
      label(pod.getSpec().getNodeName(), usable, finding.path("detail").asText());
      return Answer.of(Map.of());
    } catch (IOException e) {
      return Answer.error(400, "the request cannot be read");
    }
  }

  private boolean probe(Pod pod) {
    Map<String, String> labels = pod.getMetadata().getLabels();
    return settings.namespace().equals(pod.getMetadata().getNamespace())
        && labels != null
        && "probe".equals(labels.get("app.kubernetes.io/component"))
        && pod.getMetadata().getOwnerReferences().stream()
            .anyMatch(
                o ->
                    o.getKind().equals("DaemonSet")
                        && o.getName().equals(settings.release() + "-probe"));
  }

  private void label(String name, String usable, String detail) {
    Node node = client.nodes().withName(name).get();
    if (Objects.equals(node.getMetadata().getLabels().get(Names.INTEL_PT), usable)
        && Objects.equals(node.getMetadata().getAnnotations().get(Names.INTEL_PT_DETAIL), detail)) {
      return;
    }
    client
        .nodes()
        .withName(name)
        .edit(
            n -> {
              n.getMetadata().getLabels().put(Names.INTEL_PT, usable);
              n.getMetadata().getAnnotations().put(Names.INTEL_PT_DETAIL, detail);
              return n;
            });
    LOG.infof("node %s: intel-pt %s, %s", name, usable, detail);
  }
}
