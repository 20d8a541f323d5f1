package dev.heisenbug.operator.server;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.informers.cache.BasicItemStore;
import io.fabric8.kubernetes.client.informers.cache.Cache;

/**
 * Keeps of a pod what is asked of the cache: thousands of whole pods would be most of the
 * operator's memory.
 */
final class PodStore extends BasicItemStore<Pod> {
  PodStore() {
    super(Cache::metaNamespaceKeyFunc);
  }

  @Override
  public Pod put(String key, Pod pod) {
    return super.put(key, small(pod));
  }

  @Override
  public boolean isFullState() {
    return false;
  }

  static Pod small(Pod pod) {
    return new PodBuilder()
        .withNewMetadata()
        .withName(pod.getMetadata().getName())
        .withNamespace(pod.getMetadata().getNamespace())
        .withUid(pod.getMetadata().getUid())
        .withCreationTimestamp(pod.getMetadata().getCreationTimestamp())
        .withResourceVersion(pod.getMetadata().getResourceVersion())
        .withLabels(pod.getMetadata().getLabels())
        .withAnnotations(pod.getMetadata().getAnnotations())
        .endMetadata()
        .withNewSpec()
        .withNodeName(pod.getSpec().getNodeName())
        .endSpec()
        .withNewStatus()
        .withPhase(pod.getStatus() == null ? null : pod.getStatus().getPhase())
        .endStatus()
        .build();
  }
}
