package dev.heisenbug.operator.capture;

import dev.heisenbug.crds.CaptureStatus;
import dev.heisenbug.crds.HeisenbugCapture;
import dev.heisenbug.crds.HeisenbugReproduction;
import dev.heisenbug.crds.Names;
import dev.heisenbug.crds.PodCounts;
import dev.heisenbug.crds.PtPolicy;
import dev.heisenbug.operator.inject.PtAccess;
import dev.heisenbug.operator.inject.Selection;
import dev.heisenbug.operator.observe.Conditions;
import dev.heisenbug.operator.observe.OperatorMetrics;
import dev.heisenbug.operator.server.Caches;
import dev.heisenbug.operator.server.PtCluster;
import dev.heisenbug.operator.server.Reach;
import dev.heisenbug.operator.server.SelfTest;
import dev.heisenbug.operator.storage.StorageException;
import dev.heisenbug.operator.storage.StorageProbe;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** Works out a capture's status from pods, nodes, storage and reproductions. */
@ApplicationScoped
public class Assessor {
  static final String NO_PODS = "NoPods";
  static final String NAMESPACES = "NamespacesAllowed";

  private final KubernetesClient client;
  private final Caches caches;
  private final OtherPods otherPods;
  private final PtCluster pt;
  private final Reach reach;
  private final StorageProbe probe;
  private final OperatorMetrics metrics;
  private final SelfTest webhook;

  public Assessor(
      KubernetesClient client,
      Caches caches,
      OtherPods otherPods,
      PtCluster pt,
      Reach reach,
      StorageProbe probe,
      OperatorMetrics metrics,
      SelfTest webhook) {
    this.client = client;
    this.caches = caches;
    this.otherPods = otherPods;
    this.pt = pt;
    this.reach = reach;
    this.probe = probe;
    this.metrics = metrics;
    this.webhook = webhook;
  }

  CaptureStatus assess(HeisenbugCapture capture, String restarted) {
    CaptureStatus before = capture.getStatus();
    Conditions conditions =
        new Conditions(
            before == null ? List.of() : before.conditions(),
            capture.getMetadata().getGeneration());
    PodCounts pods = pods(capture);
    namespaces(capture, conditions);
    storage(capture, conditions);
    nodes(capture, conditions);
    ptRecording(capture, conditions);
    injection(capture, pods, conditions);
    summary(conditions);
    List<HeisenbugReproduction> reproductions = caches.reproductions(capture);
    return new CaptureStatus(
        capture.getMetadata().getGeneration(),
        pods,
        reproductions.size(),
        (int) reproductions.stream().filter(Assessor::finished).count(),
        (int) reproductions.stream().filter(Assessor::reproduced).count(),
        reproductions.stream().mapToLong(r -> r.getSpec().bundle().bytes()).sum(),
        restarted,
        conditions.list());
  }

  /** What is known when the API server does not let us look: what was known before, and that. */
  CaptureStatus refused(HeisenbugCapture capture, String restarted, String message) {
    CaptureStatus before = capture.getStatus();
    Conditions conditions =
        new Conditions(
            before == null ? List.of() : before.conditions(),
            capture.getMetadata().getGeneration());
    conditions.set("Ready", false, "ApiRefused", message);
    conditions.set("Degraded", true, "ApiRefused", message);
    return new CaptureStatus(
        capture.getMetadata().getGeneration(),
        before == null ? null : before.pods(),
        before == null ? null : before.failures(),
        before == null ? null : before.finished(),
        before == null ? null : before.reproduced(),
        before == null ? null : before.bundleBytes(),
        restarted,
        conditions.list());
  }

  private PodCounts pods(HeisenbugCapture capture) {
    List<Pod> seen = caches.pods(capture);
    List<Pod> recorded = caches.recordedPods(capture);
    OtherPods.Counts others = otherPods.of(capture);
    int running =
        (int)
            recorded.stream()
                .filter(p -> p.getStatus() != null && "Running".equals(p.getStatus().getPhase()))
                .count();
    return new PodCounts(
        seen.size() + others.matched(),
        recorded.size(),
        seen.size() - recorded.size(),
        running,
        others.neverSeen());
  }

  private void storage(HeisenbugCapture capture, Conditions conditions) {
    // Credentials of a capture's own storage are those of each namespace; the default is one.
    List<String> where =
        capture.getSpec().storage() == null
            ? List.of(capture.getMetadata().getNamespace())
            : reach.of(capture);
    try {
      for (String namespace : where) {
        probe.check(namespace, capture.getSpec().storage());
      }
      conditions.set("StorageReachable", true, "Checked", "An object was written and read back.");
    } catch (StorageException e) {
      metrics.storageError(e.reason().name());
      conditions.set("StorageReachable", false, e.reason().name(), e.getMessage());
    }
  }

  private void namespaces(HeisenbugCapture capture, Conditions conditions) {
    if (capture.getSpec().namespaces().isEmpty()) {
      conditions.remove(NAMESPACES);
      return;
    }
    Map<String, String> refused = reach.refused(capture);
    if (refused.isEmpty()) {
      conditions.set(NAMESPACES, true, "Allowed", "All namespaces of spec.namespaces let it in.");
      return;
    }
    String list =
        refused.entrySet().stream()
            .map(e -> e.getKey() + " (" + e.getValue() + ")")
            .collect(Collectors.joining(", "));
    conditions.set(
        NAMESPACES,
        false,
        "NotAllowed",
        "spec.namespaces has some whose pods are not recorded: %s.".formatted(list));
  }

  private void nodes(HeisenbugCapture capture, Conditions conditions) {
    PtPolicy policy = capture.getSpec().intelPt().policy();
    if (policy == PtPolicy.Never) {
      conditions.set("NodesAvailable", true, "AnyNode", "Intel PT is not asked for.");
      return;
    }
    int nodes =
        client
            .nodes()
            .withLabel(Names.INTEL_PT, "true")
            .list(new ListOptionsBuilder().withResourceVersion("0").build())
            .getItems()
            .size();
    if (nodes > 0) {
      conditions.set(
          "NodesAvailable",
          true,
          "PtNodes",
          "%d nodes have Intel PT, and pods go there.".formatted(nodes));
    } else if (policy == PtPolicy.Preferred) {
      conditions.set(
          "NodesAvailable",
          true,
          "SoftwareRecording",
          "No node has Intel PT: pods run anywhere, with the software recorder.");
    } else {
      conditions.set(
          "NodesAvailable",
          false,
          "NoPtNode",
          "No node is labelled heisenbug.dev/intel-pt=true: matching pods stay Pending. Set"
              + " intelPt.policy to Preferred, add such a node, or let the chart's probe look for"
              + " them (probe.enabled).");
    }
  }

  private void ptRecording(HeisenbugCapture capture, Conditions conditions) {
    if (capture.getSpec().intelPt().policy() == PtPolicy.Never) {
      conditions.remove("PtRecording");
      return;
    }
    PtAccess access = null;
    for (String namespace : reach.of(capture)) {
      // Pods of one namespace that go without a trace are worth telling.
      access = access instanceof PtAccess.Denied ? access : pt.access(capture, namespace);
    }
    switch (access) {
      case null -> conditions.remove("PtRecording");
      case PtAccess.Granted granted ->
          conditions.set(
              "PtRecording",
              true,
              "Sidecar",
              "New pods record their trace by a sidecar with the capabilities %s."
                  .formatted(String.join(", ", granted.capabilities())));
      case PtAccess.ByAgent agent ->
          conditions.set(
              "PtRecording",
              true,
              "NodeAgent",
              "The agent on their node records the trace of new pods.");
      case PtAccess.Denied denied ->
          conditions.set("PtRecording", false, denied.reason(), denied.message());
    }
  }

  private void injection(HeisenbugCapture capture, PodCounts pods, Conditions conditions) {
    if (capture.getSpec().suspend()) {
      conditions.set("InjectionActive", false, "Suspended", "spec.suspend is true.");
    } else if (Selection.problem(capture.getSpec()).isPresent()) {
      conditions.set(
          "InjectionActive",
          false,
          Selection.reason(capture.getSpec()),
          Selection.problem(capture.getSpec()).get());
    } else if (Reach.wanted(capture).stream().allMatch(Selection::system)) {
      conditions.set(
          "InjectionActive",
          false,
          "SystemNamespace",
          "Pods of namespace %s are the cluster's own and are never recorded."
              .formatted(String.join(", ", Reach.wanted(capture))));
    } else if (webhook.problem().isPresent()) {
      conditions.set(
          "InjectionActive", false, "WebhookUnreachable", webhook.problem().orElseThrow());
    } else if (pods.matched() == 0) {
      conditions.set("InjectionActive", true, NO_PODS, noPods(capture));
    } else if (pods.needRestart() > 0) {
      conditions.set(
          "InjectionActive",
          true,
          "RestartNeeded",
          "%d pods are not recorded: they are older than the capture, or neither they nor their"
                  .formatted(pods.needRestart())
              + " namespace have the label heisenbug.dev/record=enabled. Annotate the capture with"
              + " heisenbug.dev/restart to restart them.");
    } else {
      conditions.set("InjectionActive", true, "Injecting", "New pods get the recorder.");
    }
  }

  private static String noPods(HeisenbugCapture capture) {
    String namespace = String.join(", ", Reach.wanted(capture));
    return capture.getSpec().workload() != null
        ? "spec.workload names %s, which has no pod in namespace %s at the moment."
            .formatted(capture.getSpec().workload().text(), namespace)
        : "spec.selector matches no pod in namespace %s at the moment: compare it with kubectl get pods -n %s --show-labels."
            .formatted(namespace, Reach.wanted(capture).get(0));
  }

  private static void summary(Conditions conditions) {
    List<String> wrong = new ArrayList<>();
    String reason = null;
    for (String type :
        List.of("StorageReachable", "NodesAvailable", NAMESPACES, "InjectionActive")) {
      Condition condition = Conditions.find(conditions.list(), type);
      if (condition != null && !Objects.equals(condition.getStatus(), "True")) {
        wrong.add(condition.getMessage());
        reason = reason == null ? condition.getReason() : reason;
      }
    }
    if (wrong.isEmpty()) {
      conditions.set("Ready", true, "Ready", "Failures of matching pods are captured.");
      conditions.set("Degraded", false, "Ready", "Nothing is wrong.");
    } else {
      conditions.set("Ready", false, reason, String.join(" ", wrong));
      conditions.set("Degraded", true, reason, String.join(" ", wrong));
    }
  }

  private static boolean finished(HeisenbugReproduction r) {
    return r.getStatus() != null && r.getStatus().finished();
  }

  private static boolean reproduced(HeisenbugReproduction r) {
    return finished(r)
        && r.getStatus().runs() != null
        && Objects.equals(r.getStatus().times(), r.getStatus().runs());
  }
}
