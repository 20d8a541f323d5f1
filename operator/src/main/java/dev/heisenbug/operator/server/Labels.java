package dev.heisenbug.operator.server;

import io.fabric8.kubernetes.api.model.HasMetadata;

/** Reads labels of objects that may be missing, or have none. */
final class Labels {
  private Labels() {}

  /** Null if there is no such object or label. */
  static String of(HasMetadata object, String label) {
    return object == null || object.getMetadata().getLabels() == null
        ? null
        : object.getMetadata().getLabels().get(label);
  }
}
