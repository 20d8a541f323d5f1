package dev.heisenbug.operator.reproduce;

import dev.heisenbug.crds.JobsSpec;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.SecurityContextBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The failed pod as far as it may be run again: configuration, but no data and no privileges. */
final class Snapshot {
  private static final String TOKENS = "/var/run/secrets/kubernetes.io/serviceaccount";
  private static final String MOUNT = "/var/run/heisenbug/";
  private static final Set<String> OURS = Set.of("heisenbug", "heisenbug-token");
  private static final Set<String> OPTIONS = Set.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS");

  private static final Set<String> OUR_CONTAINERS =
      Set.of("heisenbug-agent", "heisenbug-recorder", "heisenbug-pt");

  private final Pod pod;
  private final Container container;
  private final List<Container> initContainers = new ArrayList<>();
  private final List<String> notRun = new ArrayList<>();
  private final List<String> replaced = new ArrayList<>();

  Snapshot(Pod pod, String containerName, JobsSpec jobs) {
    this.pod = pod;
    this.container =
        pod.getSpec().getContainers().stream()
            .filter(c -> c.getName().equals(containerName))
            .findFirst()
            .orElseThrow(
                () -> new IllegalArgumentException("the pod has no container " + containerName));
    for (Container init : pod.getSpec().getInitContainers()) {
      if (OUR_CONTAINERS.contains(init.getName())) {
        continue;
      }
      if (jobs.runs(init.getName(), plain(init))) {
        initContainers.add(inJob(init));
      } else {
        notRun.add(init.getName());
      }
    }
  }

  /** Such as those of meshes are not: without their privileges they fail, and the Job with them. */
  private static boolean plain(Container init) {
    SecurityContext security = init.getSecurityContext();
    boolean privileged =
        security != null
            && (Boolean.TRUE.equals(security.getPrivileged())
                || security.getCapabilities() != null
                    && !security.getCapabilities().getAdd().isEmpty());
    return !privileged && !"Always".equals(init.getRestartPolicy());
  }

  /** Init containers of the pod that the capture wants to run before the program. */
  List<Container> initContainers() {
    return List.copyOf(initContainers);
  }

  /** Names of those that do not run. */
  List<String> initContainersNotRun() {
    return List.copyOf(notRun);
  }

  private static Container inJob(Container init) {
    return new ContainerBuilder(init)
        .withEnv(init.getEnv().stream().map(ResourceFields::ofStage).toList())
        .withVolumeMounts(mountsOf(init))
        .withSecurityContext(unprivileged(init.getSecurityContext()))
        // What it says last is all that people get to see of it.
        .withTerminationMessagePolicy("FallbackToLogsOnError")
        .build();
  }

  PodSpec spec() {
    return pod.getSpec();
  }

  Container container() {
    return container;
  }

  /** Volumes with data of their own are empty in the Job: it must not touch the application's. */
  List<Volume> volumes() {
    Set<String> wanted = new HashSet<>(mounts().stream().map(VolumeMount::getName).toList());
    initContainers.forEach(c -> c.getVolumeMounts().forEach(m -> wanted.add(m.getName())));
    List<Volume> volumes = new ArrayList<>();
    for (Volume volume : pod.getSpec().getVolumes()) {
      if (!wanted.contains(volume.getName())) {
        continue;
      }
      boolean configuration =
          volume.getConfigMap() != null
              || volume.getSecret() != null
              || volume.getDownwardAPI() != null
              || volume.getEmptyDir() != null
              || (volume.getProjected() != null
                  && volume.getProjected().getSources().stream()
                      .allMatch(s -> s.getServiceAccountToken() == null));
      if (configuration) {
        volumes.add(ResourceFields.ofStage(volume));
      } else {
        replaced.add(volume.getName());
        volumes.add(
            new VolumeBuilder().withName(volume.getName()).withNewEmptyDir().endEmptyDir().build());
      }
    }
    return volumes;
  }

  /** The container's mounts without ours and without the API token. */
  List<VolumeMount> mounts() {
    return mountsOf(container);
  }

  private static List<VolumeMount> mountsOf(Container container) {
    return container.getVolumeMounts().stream()
        .filter(m -> !OURS.contains(m.getName()))
        .filter(m -> !m.getMountPath().equals(TOKENS))
        // One way of it is for privileged containers alone, and there is nothing to propagate.
        .map(m -> new VolumeMountBuilder(m).withMountPropagation(null).build())
        .toList();
  }

  /**
   * The container's variables. Options for JVMs are left out: they would reach our own JVM; the
   * bundle's launch has them for the program.
   */
  List<EnvVar> env() {
    return container.getEnv().stream()
        .filter(e -> !OPTIONS.contains(e.getName()) && !e.getName().startsWith("HEISENBUG_"))
        .map(Snapshot::withoutPreload)
        .filter(java.util.Objects::nonNull)
        .map(ResourceFields::ofStage)
        .toList();
  }

  /** What the pod itself preloads stays; null if there was only ours. */
  private static EnvVar withoutPreload(EnvVar variable) {
    if (!variable.getName().equals("LD_PRELOAD") || variable.getValue() == null) {
      return variable;
    }
    String own =
        Arrays.stream(variable.getValue().split("[: ]"))
            .filter(library -> !library.isEmpty() && !library.startsWith(MOUNT))
            .collect(Collectors.joining(":"));
    return own.isEmpty() ? null : new EnvVar(variable.getName(), own, null);
  }

  SecurityContext securityContext() {
    return unprivileged(container.getSecurityContext());
  }

  private static SecurityContext unprivileged(SecurityContext before) {
    if (before == null) {
      return null;
    }
    SecurityContextBuilder builder = new SecurityContextBuilder(before);
    builder.withPrivileged(null);
    if (builder.hasCapabilities()) {
      builder.editCapabilities().withAdd(List.of()).endCapabilities();
    }
    return builder.build();
  }

  /** Names of volumes whose content the Job does not have. */
  List<String> replacedVolumes() {
    volumes();
    return replaced.stream().distinct().toList();
  }
}
