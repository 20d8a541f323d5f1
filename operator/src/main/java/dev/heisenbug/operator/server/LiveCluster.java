package dev.heisenbug.operator.server;

import dev.heisenbug.crds.HeisenbugCapture;
import dev.heisenbug.crds.Names;
import dev.heisenbug.operator.inject.Architecture;
import dev.heisenbug.operator.inject.Cluster;
import dev.heisenbug.operator.inject.PtAccess;
import dev.heisenbug.operator.storage.Stores;
import io.fabric8.kubernetes.api.model.Pod;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** The cluster as the caches of this replica have it. */
@ApplicationScoped
public class LiveCluster implements Cluster {
  private final Caches caches;
  private final Stores stores;
  private final RecentInjections recent;
  private final PtCluster pt;
  private final Reach reach;
  private final NodeArchitectures architectures;

  public LiveCluster(
      Caches caches,
      Stores stores,
      RecentInjections recent,
      PtCluster pt,
      Reach reach,
      NodeArchitectures architectures) {
    this.architectures = architectures;
    this.reach = reach;
    this.pt = pt;
    this.caches = caches;
    this.stores = stores;
    this.recent = recent;
  }

  @Override
  public List<HeisenbugCapture> captures(String namespace) {
    return caches.captures(namespace).stream()
        .filter(c -> reach.of(c).contains(namespace))
        .sorted(
            Comparator.<HeisenbugCapture, String>comparing(
                    c -> c.getMetadata().getCreationTimestamp())
                .thenComparing(c -> c.getMetadata().getName()))
        .toList();
  }

  @Override
  public int recorded(HeisenbugCapture capture) {
    int listed = (int) caches.recordedPods(capture).stream().filter(LiveCluster::running).count();
    return listed + recent.count(capture);
  }

  @Override
  public boolean hasStorage(HeisenbugCapture capture) {
    return stores.configured(capture.getSpec().storage());
  }

  /** The capture that a pod is recorded for, or null if it is gone or not allowed any more. */
  HeisenbugCapture captureOf(Pod pod) {
    String name = pod.getMetadata().getLabels().get(Names.CAPTURE);
    String from = Caches.captureNamespace(pod);
    return captures(pod.getMetadata().getNamespace()).stream()
        .filter(c -> c.getMetadata().getName().equals(name))
        .filter(c -> c.getMetadata().getNamespace().equals(from))
        .findFirst()
        .orElse(null);
  }

  @Override
  public PtAccess pt(HeisenbugCapture capture, String namespace) {
    return pt.access(capture, namespace);
  }

  @Override
  public Architecture.Machines machines() {
    NodeArchitectures.Found found = architectures.found();
    if (!found.others()) {
      return Architecture.Machines.OURS;
    }
    return found.ours() ? Architecture.Machines.MIXED : Architecture.Machines.OTHERS;
  }

  @Override
  public String architecture(String node) {
    return architectures.of(node);
  }

  @Override
  public double chance() {
    return ThreadLocalRandom.current().nextDouble();
  }

  private static boolean running(Pod pod) {
    String phase = pod.getStatus() == null ? null : pod.getStatus().getPhase();
    return !"Succeeded".equals(phase) && !"Failed".equals(phase);
  }
}
