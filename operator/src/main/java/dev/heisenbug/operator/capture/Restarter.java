package dev.heisenbug.operator.capture;

import dev.heisenbug.crds.HeisenbugCapture;
import dev.heisenbug.crds.Names;
import dev.heisenbug.operator.inject.Selection;
import dev.heisenbug.operator.observe.Events;
import dev.heisenbug.operator.pods.Workloads;
import dev.heisenbug.operator.server.Reach;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** Restarts workloads whose pods are not recorded, when the user asks for it and only then. */
@ApplicationScoped
public class Restarter {
  private final KubernetesClient client;
  private final Events events;
  private final Reach reach;

  public Restarter(KubernetesClient client, Events events, Reach reach) {
    this.reach = reach;
    this.client = client;
    this.events = events;
  }

  /** Carries a new request out once; the request that is done. */
  String restart(HeisenbugCapture capture) {
    String done = capture.getStatus() == null ? null : capture.getStatus().restarted();
    String asked =
        capture.getMetadata().getAnnotations() == null
            ? null
            : capture.getMetadata().getAnnotations().get(Names.RESTART);
    if (asked == null || Objects.equals(asked, done)) {
      return done;
    }
    for (String namespace : reach.of(capture)) {
      Set<String> workloads = new TreeSet<>();
      for (Pod pod : Selection.pods(client, capture, List.of(namespace))) {
        if (pod.getMetadata().getLabels() == null
            || !pod.getMetadata().getLabels().containsKey(Names.INJECTED)) {
          workloads.add(Workloads.of(pod));
        }
      }
      workloads.forEach(workload -> restart(capture, namespace, workload));
    }
    return asked;
  }

  private void restart(HeisenbugCapture capture, String namespace, String workload) {
    String name = workload.substring(workload.indexOf('/') + 1);
    try {
      switch (workload.substring(0, workload.indexOf('/'))) {
        case "Deployment" ->
            client.apps().deployments().inNamespace(namespace).withName(name).rolling().restart();
        case "StatefulSet" ->
            client.apps().statefulSets().inNamespace(namespace).withName(name).rolling().restart();
        default -> {
          events.warning(capture, "RestartNotPossible", workload + " has to be restarted by hand.");
          return;
        }
      }
      events.normal(capture, "Restarted", workload + " is restarted so that it is recorded.");
    } catch (KubernetesClientException e) {
      events.warning(
          capture, "RestartRefused", workload + " could not be restarted: " + e.getMessage());
    }
  }
}
