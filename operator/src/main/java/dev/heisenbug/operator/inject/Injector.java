package dev.heisenbug.operator.inject;

import dev.heisenbug.crds.CaptureSpec;
import dev.heisenbug.crds.HeisenbugCapture;
import dev.heisenbug.crds.Names;
import dev.heisenbug.crds.PtPolicy;
import dev.heisenbug.operator.pods.Bounds;
import dev.heisenbug.operator.pods.Parts;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Puts the recorder into a pod: agent, volume, sidecar; adds to what is there, replaces nothing.
 */
public final class Injector {
  static final String MOUNT = "/var/run/heisenbug";
  static final String AGENT_JAR = MOUNT + "/record-agent.jar";
  static final String VOLUME = "heisenbug";
  static final String TOKEN_VOLUME = "heisenbug-token";
  static final String INIT = "heisenbug-agent";
  static final String SIDECAR = "heisenbug-recorder";
  static final String PT = "heisenbug-pt";

  /** What a pod's annotation says whose trace the agent on its node records. */
  public static final String BY_AGENT = "yes: by the node agent";

  private final Parts parts;
  private final BooleanSupplier nativeSidecars;

  /**
   * @param nativeSidecars whether the cluster knows init containers that go on running
   */
  public Injector(Parts parts, BooleanSupplier nativeSidecars) {
    this.parts = parts;
    this.nativeSidecars = nativeSidecars;
  }

  /**
   * A copy of the pod with the recorder in it.
   *
   * @param namespace where the pod is made; the pod itself need not say it yet
   * @param mixed whether the cluster has nodes with another processor too
   */
  public Pod inject(
      Pod original, String namespace, HeisenbugCapture capture, PtAccess pt, boolean mixed) {
    CaptureSpec spec = capture.getSpec();
    Pod pod = new PodBuilder(original).build();
    Container target = Decider.target(pod, spec);
    mark(pod, namespace, capture, "true");
    pod.getMetadata().getAnnotations().put(Names.CONTAINER, target.getName());
    pod.getSpec()
        .getVolumes()
        .add(
            new VolumeBuilder()
                .withName(VOLUME)
                .withNewEmptyDir()
                .withSizeLimit(new Quantity(volumeBytes(spec) / (1 << 20) + "Mi"))
                .endEmptyDir()
                .build());
    pod.getSpec().getVolumes().add(parts.tokenVolume(TOKEN_VOLUME));
    Agents agents = Agents.of(spec, target);
    String variable = AgentOptions.variable(target, spec.recorder());
    boolean hidden =
        agents.jvm()
            && AgentOptions.find(target, variable) == null
            && EnvFromOptions.possible(target, variable);
    if (agents.jvm()) {
      addOption(target, spec, hidden);
    }
    if (agents.preload()) {
      PreloadOptions.add(target, spec);
    }
    target
        .getVolumeMounts()
        .add(new VolumeMountBuilder().withName(VOLUME).withMountPath(MOUNT).build());
    Long user = Parts.userOf(pod, target);
    Container installer =
        switch (agents) {
          case JVM -> parts.agentInstaller(target, user);
          case NATIVE -> parts.preloadInstaller(target, user);
          case BOTH -> parts.bothInstaller(target, user);
        };
    if (hidden) {
      EnvFromOptions.tell(installer, target, variable);
    }
    pod.getSpec().getInitContainers().add(0, installer);
    addRecorder(pod, target, spec, user);
    if (spec.intelPt().policy() != PtPolicy.Never) {
      addPt(pod, spec, agents, pt);
    }
    Affinity.apply(pod, spec.intelPt().policy());
    if (mixed) {
      Affinity.applyArchitecture(pod);
    }
    pod.getSpec().setImagePullSecrets(parts.pullSecrets(pod.getSpec().getImagePullSecrets()));
    return pod;
  }

  /** The privileged part is a container of its own: the one that uploads stays without rights. */
  private void addPt(Pod pod, CaptureSpec spec, Agents agents, PtAccess pt) {
    String said;
    String policy = pod.getSpec().getRestartPolicy();
    if (!agents.preload()) {
      said = "no: the agent of JVMs needs no Intel PT";
    } else if (pt instanceof PtAccess.ByAgent) {
      said = BY_AGENT;
    } else if (!nativeSidecars.getAsBoolean() && policy != null && !policy.equals("Always")) {
      said = "no: before Kubernetes 1.29 its sidecar would keep the pod from completing";
    } else if (pt instanceof PtAccess.Granted granted) {
      Container recorder = parts.ptRecorder(spec, granted.capabilities());
      if (nativeSidecars.getAsBoolean()) {
        recorder.setRestartPolicy("Always");
        pod.getSpec().getInitContainers().add(2, recorder);
      } else {
        pod.getSpec().getContainers().add(recorder);
      }
      pod.getSpec().setShareProcessNamespace(true);
      said = "yes";
    } else {
      PtAccess.Denied denied = (PtAccess.Denied) pt;
      said = "no: " + denied.reason() + ": " + denied.message();
    }
    pod.getMetadata().getAnnotations().put(Names.PT_RECORDING, said);
  }

  /**
   * A sidecar that the cluster knows as such ends with the program and does not keep a Job from
   * completing; it starts before the program and before the pod's own init containers.
   */
  private void addRecorder(Pod pod, Container target, CaptureSpec spec, Long user) {
    String policy = pod.getSpec().getRestartPolicy();
    if (nativeSidecars.getAsBoolean()) {
      Container recorder = parts.recorder(target, spec, user, "Always");
      recorder.setRestartPolicy("Always");
      pod.getSpec().getInitContainers().add(1, recorder);
    } else {
      pod.getSpec()
          .getContainers()
          .add(parts.recorder(target, spec, user, policy == null ? "Always" : policy));
    }
  }

  /** Makes our containers keep to what the namespace asks of all; why they cannot, or empty. */
  public static Optional<String> fit(Pod pod, Bounds bounds) {
    List<Container> ours = new ArrayList<>(pod.getSpec().getInitContainers());
    ours.addAll(pod.getSpec().getContainers());
    ours.removeIf(c -> !List.of(INIT, SIDECAR, PT).contains(c.getName()));
    for (Container container : ours) {
      Optional<String> tooMuch = bounds.tooMuch(container.getResources());
      if (tooMuch.isPresent()) {
        return tooMuch;
      }
      container.setResources(bounds.fit(container.getResources()));
    }
    return Optional.empty();
  }

  /** A copy of the pod that says why it is not recorded. */
  public Pod explain(Pod original, String namespace, Decision.Skip skip) {
    Pod pod = new PodBuilder(original).build();
    mark(pod, namespace, skip.capture(), "skipped");
    pod.getMetadata()
        .getAnnotations()
        .put(Names.SKIPPED_REASON, skip.reason() + ": " + skip.message());
    return pod;
  }

  /** Whether something of the pod's own is in the way. */
  static boolean nameTaken(Pod pod) {
    List<String> names = new ArrayList<>();
    pod.getSpec().getContainers().forEach(c -> names.add(c.getName()));
    pod.getSpec().getInitContainers().forEach(c -> names.add(c.getName()));
    pod.getSpec().getVolumes().forEach(v -> names.add(v.getName()));
    return names.stream().anyMatch(List.of(VOLUME, TOKEN_VOLUME, INIT, SIDECAR, PT)::contains)
        || pod.getSpec().getContainers().stream()
            .flatMap(c -> c.getVolumeMounts().stream())
            .anyMatch(m -> m.getMountPath().replaceAll("/+$", "").equals(MOUNT));
  }

  /** A recording in the making, one that is being sealed with its copy, and the spool. */
  static long volumeBytes(CaptureSpec spec) {
    return 4 * spec.recorder().capBytes() + (64L << 20);
  }

  private static void mark(Pod pod, String namespace, HeisenbugCapture capture, String injected) {
    if (pod.getMetadata().getLabels() == null) {
      pod.getMetadata().setLabels(new java.util.LinkedHashMap<>());
    }
    if (pod.getMetadata().getAnnotations() == null) {
      pod.getMetadata().setAnnotations(new java.util.LinkedHashMap<>());
    }
    pod.getMetadata().getLabels().put(Names.INJECTED, injected);
    pod.getMetadata().getLabels().put(Names.CAPTURE, capture.getMetadata().getName());
    String from = capture.getMetadata().getNamespace();
    if (!from.equals(namespace)) {
      pod.getMetadata().getLabels().put(Names.CAPTURE_NAMESPACE, from);
    }
  }

  private static void addOption(Container target, CaptureSpec spec, boolean hidden) {
    String name = AgentOptions.variable(target, spec.recorder());
    String option =
        (hidden ? EnvFromOptions.placeholder(name) + " " : "") + AgentOptions.option(spec);
    EnvVar existing = AgentOptions.find(target, name);
    if (existing == null) {
      target.getEnv().add(new EnvVarBuilder().withName(name).withValue(option).build());
    } else {
      String before = existing.getValue() == null ? "" : existing.getValue();
      existing.setValue((before + " " + option).strip());
    }
  }
}
