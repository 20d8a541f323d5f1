package dev.heisenbug.operator.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.crds.JobsSpec;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import java.util.List;
import org.junit.jupiter.api.Test;

class SnapshotTest {
  private static final JobsSpec NONE = new JobsSpec(null);

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

  private final Snapshot snapshot = new Snapshot(pod, "app", NONE);

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
    assertThat(new Snapshot(preloading, "app", NONE).env())
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
    Snapshot other = new Snapshot(limited, "app", NONE);
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

  @Test
  void initContainersRunOnlyWhereTheCaptureNamesThem() {
    Pod prepared =
        new PodBuilder(pod)
            .editSpec()
            .addNewInitContainer()
            .withName("heisenbug-agent")
            .endInitContainer()
            .addNewInitContainer()
            .withName("migrate")
            .endInitContainer()
            .addNewInitContainer()
            .withName("unpack")
            .addNewVolumeMount()
            .withName("seed")
            .withMountPath("/seed")
            .endVolumeMount()
            .addNewVolumeMount()
            .withName("default-token-1")
            .withMountPath("/var/run/secrets/kubernetes.io/serviceaccount")
            .endVolumeMount()
            .withNewSecurityContext()
            .withPrivileged(true)
            .endSecurityContext()
            .endInitContainer()
            .addNewInitContainer()
            .withName("proxy")
            .withRestartPolicy("Always")
            .endInitContainer()
            .addNewInitContainer()
            .withName("routes")
            .withNewSecurityContext()
            .withNewCapabilities()
            .withAdd("NET_ADMIN")
            .endCapabilities()
            .endSecurityContext()
            .endInitContainer()
            .addNewVolume()
            .withName("seed")
            .withNewHostPath()
            .withPath("/srv")
            .endHostPath()
            .endVolume()
            .endSpec()
            .build();
    Snapshot none = new Snapshot(prepared, "app", NONE);
    assertThat(none.initContainers()).isEmpty();
    assertThat(none.initContainersNotRun()).containsExactly("migrate", "unpack", "proxy", "routes");

    Snapshot some = new Snapshot(prepared, "app", new JobsSpec(List.of("unpack")));
    assertThat(some.initContainersNotRun()).containsExactly("migrate", "proxy", "routes");
    Container unpack = some.initContainers().get(0);
    assertThat(unpack.getName()).isEqualTo("unpack");
    assertThat(unpack.getVolumeMounts()).extracting(m -> m.getName()).containsExactly("seed");
    assertThat(unpack.getSecurityContext().getPrivileged()).isNull();
    assertThat(some.volumes()).extracting(Volume::getName).contains("seed");
    assertThat(some.replacedVolumes()).containsExactly("data", "seed");

    assertThat(new Snapshot(prepared, "app", new JobsSpec(List.of("*"))).initContainers())
        .extracting(Container::getName)
        .containsExactly("migrate");
  }
}
