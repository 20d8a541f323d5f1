package dev.heisenbug.operator.pods;

import dev.heisenbug.crds.CaptureSpec;
import dev.heisenbug.crds.Names;
import dev.heisenbug.operator.Settings;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.SecurityContextBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The containers and volumes of ours that go into other people's pods; all but the one for Intel PT
 * pass "restricted".
 */
public final class Parts {
  private static final String MOUNT = "/var/run/heisenbug";
  private static final String TOKEN_MOUNT = "/var/run/secrets/heisenbug";
  private static final String HOME = "/heisenbug";
  private static final long NOBODY = 65532;

  /** Of trace, for each processor; a power of two. */
  private static final int PT_MEGABYTES = 4;

  private final Settings settings;
  private final Supplier<String> caPem;

  public Parts(Settings settings, Supplier<String> caPem) {
    this.settings = settings;
    this.caPem = caPem;
  }

  /** A token that is good for the operator alone and dies with the pod. */
  public Volume tokenVolume(String name) {
    return new VolumeBuilder()
        .withName(name)
        .withNewProjected()
        .withDefaultMode(0444)
        .addNewSource()
        .withNewServiceAccountToken(Names.AUDIENCE, 3600L, "token")
        .endSource()
        .endProjected()
        .build();
  }

  /** Copies the JVM's agent into the volume that it shares with the program. */
  public Container agentInstaller(Container target, Long user) {
    return installer(
        target, user, "install", HOME + "/record-agent.jar", MOUNT + "/record-agent.jar");
  }

  /** The same with the agent that native programs preload. */
  public Container preloadInstaller(Container target, Long user) {
    return installer(target, user, "install-native", MOUNT);
  }

  /** The same with both. */
  public Container bothInstaller(Container target, Long user) {
    return installer(
        target,
        user,
        "install-both",
        HOME + "/record-agent.jar",
        MOUNT + "/record-agent.jar",
        MOUNT);
  }

  private Container installer(Container target, Long user, String... what) {
    return new ContainerBuilder()
        .withName("heisenbug-agent")
        .withImage(settings.sidecarImage())
        .withImagePullPolicy(settings.imagePullPolicy())
        .withCommand(java("16m", MOUNT))
        .addToCommand(what)
        .addToCommand(MOUNT + "/recordings", MOUNT + "/spool")
        .withResources(limitedLike(target, resources("10m", "32Mi", "128Mi"), 64))
        .withSecurityContext(restricted(user))
        .withVolumeMounts(mount("heisenbug", MOUNT))
        .build();
  }

  /**
   * Watches the recordings, seals and uploads.
   *
   * @param restartPolicy {@code Always} keeps it running after the program's end
   */
  public Container recorder(Container target, CaptureSpec spec, Long user, String restartPolicy) {
    long mib = spec.recorder().capBytes() >> 20;
    ResourceRequirements wanted = spec.recorder().resources();
    return new ContainerBuilder()
        .withName("heisenbug-recorder")
        .withImage(settings.sidecarImage())
        .withImagePullPolicy(settings.imagePullPolicy())
        .withCommand(java(mib + 48 + "m", MOUNT + "/spool"))
        .addToCommand("watch")
        .withEnv(
            env("HEISENBUG_RECORDINGS", MOUNT + "/recordings"),
            env("HEISENBUG_SPOOL", MOUNT + "/spool"),
            env("HEISENBUG_SPOOL_BYTES", Long.toString(2 * spec.recorder().capBytes())),
            env("HEISENBUG_CONTAINER", target.getName()),
            env("HEISENBUG_IMAGE", target.getImage()),
            env("HEISENBUG_SETTLE_SECONDS", spec.failures().settleSeconds().toString()),
            env("HEISENBUG_RESTART_POLICY", restartPolicy))
        .addAllToEnv(connection())
        .withResources(
            wanted != null
                ? wanted
                : limitedLike(target, resources("10m", "64Mi", mib + 160 + "Mi"), 4 * mib + 64))
        .withSecurityContext(restricted(user))
        .withVolumeMounts(mount("heisenbug", MOUNT), tokenMount("heisenbug-token"))
        .build();
  }

  /**
   * Records the Intel PT trace of the pod's native processes, until it is stopped.
   *
   * @param capabilities what the nodes ask for; Kubernetes gives them to uid 0 alone
   */
  public Container ptRecorder(CaptureSpec spec, List<String> capabilities) {
    SecurityContextBuilder security =
        new SecurityContextBuilder()
            .withRunAsUser(0L)
            .withRunAsNonRoot(false)
            .withReadOnlyRootFilesystem(true);
    if (spec.intelPt().privileged()) {
      security.withPrivileged(true);
    } else {
      security
          .withAllowPrivilegeEscalation(false)
          .withNewCapabilities()
          .withDrop("ALL")
          .withAdd(capabilities)
          .endCapabilities();
    }
    return new ContainerBuilder()
        .withName("heisenbug-pt")
        .withImage(settings.ptImage().orElseThrow())
        .withImagePullPolicy(settings.imagePullPolicy())
        .withCommand(java("24m", MOUNT + "/spool"))
        .addToCommand("pt")
        .withEnv(
            env("HEISENBUG_RECORDINGS", MOUNT + "/recordings"),
            env("HEISENBUG_PT_EVENT", settings.ptEvent()),
            env("HEISENBUG_PT_MEGABYTES", Integer.toString(PT_MEGABYTES)))
        .withResources(resources("10m", "64Mi", "512Mi"))
        .withSecurityContext(security.build())
        .withVolumeMounts(mount("heisenbug", MOUNT))
        .build();
  }

  /** What a process needs to speak to the operator. */
  public List<EnvVar> connection() {
    return List.of(
        env("HEISENBUG_OPERATOR", settings.address()),
        env("HEISENBUG_CA", caPem.get()),
        env("HEISENBUG_TOKEN", TOKEN_MOUNT + "/token"));
  }

  public VolumeMount tokenMount(String volume) {
    return new VolumeMountBuilder()
        .withName(volume)
        .withMountPath(TOKEN_MOUNT)
        .withReadOnly(true)
        .build();
  }

  /** The sidecar's entry in its own image; only volumes are writable there. */
  public static List<String> java(String heap, String tmp) {
    return List.of(
        HOME + "/jre/bin/java",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-Xshare:auto",
        "-XX:-UsePerfData",
        "-Xmx" + heap,
        "-Djava.io.tmpdir=" + tmp,
        "--enable-native-access=ALL-UNNAMED",
        "-cp",
        HOME + "/lib/*",
        "dev.heisenbug.sidecar.SidecarMain");
  }

  /**
   * The user of our containers in a pod: the program's, unless that is root. Null where nobody says
   * one: the image's own is none, and OpenShift refuses all but those that it chooses itself.
   */
  public static Long userOf(Pod pod, Container container) {
    Long user =
        container.getSecurityContext() == null
            ? null
            : container.getSecurityContext().getRunAsUser();
    return user == null || user == 0 ? userOf(pod.getSpec().getSecurityContext()) : user;
  }

  /** The same where only the pod as a whole is asked. */
  public static Long userOf(PodSecurityContext pod) {
    Long user = pod == null ? null : pod.getRunAsUser();
    return user != null && user == 0 ? (Long) NOBODY : user;
  }

  /** Those of a pod and those that our images take. */
  public List<LocalObjectReference> pullSecrets(List<LocalObjectReference> ofPod) {
    List<LocalObjectReference> all = new ArrayList<>(ofPod == null ? List.of() : ofPod);
    for (String name : settings.podPullSecrets().orElse(List.of())) {
      if (all.stream().noneMatch(s -> name.equals(s.getName()))) {
        all.add(new LocalObjectReference(name));
      }
    }
    return all;
  }

  public static SecurityContext restricted(Long user) {
    return new SecurityContextBuilder()
        .withRunAsNonRoot(true)
        .withRunAsUser(user)
        .withAllowPrivilegeEscalation(false)
        .withReadOnlyRootFilesystem(true)
        .withNewCapabilities()
        .withDrop("ALL")
        .endCapabilities()
        .withNewSeccompProfile()
        .withType("RuntimeDefault")
        .endSeccompProfile()
        .build();
  }

  public static ResourceRequirements resources(String cpu, String memory, String memoryLimit) {
    return new ResourceRequirementsBuilder()
        .addToRequests("cpu", new Quantity(cpu))
        .addToRequests("memory", new Quantity(memory))
        .addToLimits("memory", new Quantity(memoryLimit))
        .build();
  }

  /**
   * Limits of all kinds that the program has: a quota that made it have them would refuse a pod
   * whose other containers have none.
   *
   * @param mebibytes of storage that the container fills
   */
  public static ResourceRequirements limitedLike(
      Container program, ResourceRequirements ours, long mebibytes) {
    var there = program.getResources() == null ? null : program.getResources().getLimits();
    ResourceRequirementsBuilder more = new ResourceRequirementsBuilder(ours);
    if (there != null && there.containsKey("cpu")) {
      more.addToLimits("cpu", new Quantity("500m"));
    }
    if (there != null && there.containsKey("ephemeral-storage")) {
      more.addToLimits("ephemeral-storage", new Quantity(mebibytes + "Mi"));
    }
    return more.build();
  }

  public static VolumeMount mount(String volume, String path) {
    return new VolumeMountBuilder().withName(volume).withMountPath(path).build();
  }

  public static EnvVar env(String name, String value) {
    return new EnvVarBuilder().withName(name).withValue(value).build();
  }
}
