package dev.heisenbug.operator.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import org.junit.jupiter.api.Test;

class SnapshotTest {
  private final Pod pod =
      new PodBuilder()
          .withNewSpec()
          .addNewContainer()
          .withName("app")
          .withImage("x:1")
          .addNewEnv()
          .withName("MODE")
          .withValue("fast")
          .endEnv()
          .addNewEnv()
          .withName("JAVA_TOOL_OPTIONS")
          .withValue("-Xmx1g -javaagent:…")
          .endEnv()
          .addNewVolumeMount()
          .withName("config")
          .withMountPath("/config")
          .endVolumeMount()
          .addNewVolumeMount()
          .withName("data")
          .withMountPath("/data")
          .endVolumeMount()
          .addNewVolumeMount()
          .withName("heisenbug")
          .withMountPath("/var/run/heisenbug")
          .endVolumeMount()
          .addNewVolumeMount()
          .withName("default-token-1")
          .withMountPath("/var/run/secrets/kubernetes.io/serviceaccount")
          .endVolumeMount()
          .withNewSecurityContext()
          .withPrivileged(true)
          .withNewCapabilities()
          .withAdd("SYS_ADMIN")
          .endCapabilities()
          .endSecurityContext()
          .endContainer()
          .addNewVolume()
          .withName("config")
          .withNewConfigMap()
          .withName("config")
          .endConfigMap()
          .endVolume()
          .addNewVolume()
          .withName("data")
          .withNewPersistentVolumeClaim("data", false)
          .endVolume()
          .addNewVolume()
          .withName("heisenbug")
          .withNewEmptyDir()
          .endEmptyDir()
          .endVolume()
          .endSpec()
          .build();

  private final Snapshot snapshot = new Snapshot(pod, "app");

  @Test
  void configurationStaysAndDataDoesNot() {
    assertThat(snapshot.volumes()).extracting(Volume::getName).containsExactly("config", "data");
    assertThat(snapshot.volumes().get(0).getConfigMap()).isNotNull();
    assertThat(snapshot.volumes().get(1).getEmptyDir()).isNotNull();
    assertThat(snapshot.replacedVolumes()).containsExactly("data");
  }

  @Test
  void optionsForJvmsDoNotReachOurs() {
    assertThat(snapshot.env()).extracting(EnvVar::getName).containsExactly("MODE");
  }

  @Test
  void ourPreloadAgentIsTakenOutAgainAndTheirsStays() {
    Pod preloading =
        new PodBuilder(pod)
            .editSpec()
            .editContainer(0)
            .addNewEnv()
            .withName("LD_PRELOAD")
            .withValue("/lib/own.so:/var/run/heisenbug/libheisenbug-preload.so")
            .endEnv()
            .addNewEnv()
            .withName("HEISENBUG_PRELOAD_WHEN")
            .withValue("threads")
            .endEnv()
            .endContainer()
            .endSpec()
            .build();
    assertThat(new Snapshot(preloading, "app").env())
        .filteredOn(e -> !e.getName().equals("MODE"))
        .containsExactly(new EnvVar("LD_PRELOAD", "/lib/own.so", null));
  }

  @Test
  void limitsThatAPodHandsToItsProgramAreThoseOfTheJobsContainer() {
    Pod limited =
        new PodBuilder(pod)
            .editSpec()
            .editContainer(0)
            .addNewEnv()
            .withName("CPUS")
            .withNewValueFrom()
            .withNewResourceFieldRef()
            .withContainerName("app")
            .withResource("limits.cpu")
            .endResourceFieldRef()
            .endValueFrom()
            .endEnv()
            .addNewVolumeMount()
            .withName("info")
            .withMountPath("/info")
            .withMountPropagation("Bidirectional")
            .endVolumeMount()
            .endContainer()
            .addNewVolume()
            .withName("info")
            .withNewDownwardAPI()
            .addNewItem()
            .withPath("memory")
            .withNewResourceFieldRef()
            .withContainerName("app")
            .withResource("limits.memory")
            .endResourceFieldRef()
            .endItem()
            .endDownwardAPI()
            .endVolume()
            .endSpec()
            .build();
    Snapshot other = new Snapshot(limited, "app");
    assertThat(other.env().get(1).getValueFrom().getResourceFieldRef().getContainerName()).isNull();
    Volume info = other.volumes().get(2);
    assertThat(info.getDownwardAPI().getItems().get(0).getResourceFieldRef().getContainerName())
        .isEqualTo(StageJob.RUN);
    assertThat(other.mounts()).allMatch(m -> m.getMountPropagation() == null);
    assertThat(limited.getSpec().getVolumes().get(3).getDownwardAPI().getItems().get(0))
        .extracting(i -> i.getResourceFieldRef().getContainerName())
        .isEqualTo("app");
  }

  @Test
  void privilegesAreNotHandedOn() {
    assertThat(snapshot.securityContext().getPrivileged()).isNull();
    assertThat(snapshot.securityContext().getCapabilities().getAdd()).isEmpty();
  }
}
