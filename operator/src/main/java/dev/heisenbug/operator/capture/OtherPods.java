package dev.heisenbug.operator.capture;

import dev.heisenbug.crds.HeisenbugCapture;
import dev.heisenbug.crds.Names;
import dev.heisenbug.operator.Settings;
import dev.heisenbug.operator.inject.Selection;
import dev.heisenbug.operator.server.Reach;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Pods that a capture selects and that the webhook did not look at for it. Nobody watches them,
 * because that would be every pod of the cluster: they are listed once between two looks.
 */
@ApplicationScoped
public class OtherPods {
  private static final int MOST = 10_000;

  private final KubernetesClient client;
  private final Reach reach;
  private final long freshNanos;
  private final Map<String, Known> known = new ConcurrentHashMap<>();

  public OtherPods(KubernetesClient client, Settings settings, Reach reach) {
    this.reach = reach;
    this.client = client;
    this.freshNanos = Duration.ofMillis(settings.resyncSeconds() * 800L).toNanos();
  }

  /**
   * @param neverSeen those that no capture took, mostly because they are older
   */
  record Counts(int matched, int neverSeen) {}

  private record Known(Counts counts, Long generation, long nanos) {}

  Counts of(HeisenbugCapture capture) {
    String uid = capture.getMetadata().getUid();
    Known last = known.get(uid);
    if (last != null
        && Objects.equals(last.generation(), capture.getMetadata().getGeneration())
        && System.nanoTime() - last.nanos() < freshNanos) {
      return last.counts();
    }
    Counts counts =
        count(Selection.pods(client, capture, reach.of(capture)), capture.getMetadata().getName());
    if (known.size() > MOST) {
      known.clear(); // captures that are gone
    }
    known.put(uid, new Known(counts, capture.getMetadata().getGeneration(), System.nanoTime()));
    return counts;
  }

  static Counts count(List<Pod> selected, String capture) {
    int matched = 0;
    int neverSeen = 0;
    for (Pod pod : selected) {
      Map<String, String> labels =
          pod.getMetadata().getLabels() == null ? Map.of() : pod.getMetadata().getLabels();
      boolean seen = labels.containsKey(Names.INJECTED);
      if (!seen || !capture.equals(labels.get(Names.CAPTURE))) {
        matched++;
      }
      if (!seen && !labels.containsKey(Names.STAGE)) {
        neverSeen++;
      }
    }
    return new Counts(matched, neverSeen);
  }
}
