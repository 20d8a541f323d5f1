package dev.heisenbug.operator.server;

import dev.heisenbug.operator.Settings;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;
import java.util.Optional;

/** Tells the pods of the release's own DaemonSets from all others: each speaks for its node. */
@ApplicationScoped
public class DaemonPods {
  private final Settings settings;
  private final TokenCheck tokens;
  private final KubernetesClient client;

  public DaemonPods(Settings settings, TokenCheck tokens, KubernetesClient client) {
    this.settings = settings;
    this.tokens = tokens;
    this.client = client;
  }

  /** The pod or the answer that it gets instead. */
  record Found(Pod pod, Answer refusal) {}

  /**
   * @param component label of the DaemonSet's pods; its name is the release's with that, and maybe
   *     more, behind it
   */
  Found pod(String token, String component) {
    Optional<Caller> caller = tokens.caller(token);
    if (caller.isEmpty()) {
      return new Found(
          null, Answer.error(401, "a token of the pod for audience heisenbug.dev is needed"));
    }
    Pod pod =
        client.pods().inNamespace(caller.get().namespace()).withName(caller.get().pod()).get();
    return pod == null
            || !caller.get().podUid().equals(pod.getMetadata().getUid())
            || !belongs(pod, component)
        ? new Found(null, Answer.error(403, "this pod is no " + component + " of this release"))
        : new Found(pod, null);
  }

  private boolean belongs(Pod pod, String component) {
    Map<String, String> labels = pod.getMetadata().getLabels();
    return settings.namespace().equals(pod.getMetadata().getNamespace())
        && labels != null
        && component.equals(labels.get("app.kubernetes.io/component"))
        && pod.getMetadata().getOwnerReferences().stream()
            .anyMatch(
                o ->
                    o.getKind().equals("DaemonSet")
                        && o.getName().startsWith(settings.release() + "-" + component));
  }
}
