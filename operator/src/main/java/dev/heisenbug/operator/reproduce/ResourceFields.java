package dev.heisenbug.operator.reproduce;

import io.fabric8.kubernetes.api.model.DownwardAPIVolumeFile;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.ResourceFieldSelector;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeProjection;
import java.util.List;

/**
 * Limits and requests that a pod hands to its program name the container that they are of. In a Job
 * the program runs in another one, and a name that is not there keeps a pod from starting.
 */
final class ResourceFields {
  private ResourceFields() {}

  static EnvVar ofStage(EnvVar variable) {
    if (variable.getValueFrom() == null || variable.getValueFrom().getResourceFieldRef() == null) {
      return variable;
    }
    EnvVar copy = new EnvVarBuilder(variable).build();
    copy.getValueFrom().getResourceFieldRef().setContainerName(null);
    return copy;
  }

  static Volume ofStage(Volume volume) {
    Volume copy = new VolumeBuilder(volume).build();
    if (copy.getDownwardAPI() != null) {
      rename(copy.getDownwardAPI().getItems());
    }
    if (copy.getProjected() != null) {
      for (VolumeProjection source : copy.getProjected().getSources()) {
        if (source.getDownwardAPI() != null) {
          rename(source.getDownwardAPI().getItems());
        }
      }
    }
    return copy;
  }

  /** A volume is no container's own: it has to name one. */
  private static void rename(List<DownwardAPIVolumeFile> files) {
    for (DownwardAPIVolumeFile file : files) {
      ResourceFieldSelector field = file.getResourceFieldRef();
      if (field != null) {
        field.setContainerName(StageJob.RUN);
      }
    }
  }
}
