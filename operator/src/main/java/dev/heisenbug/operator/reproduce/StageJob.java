package dev.heisenbug.operator.reproduce;

import dev.heisenbug.crds.HeisenbugReproduction;
import dev.heisenbug.crds.Names;
import dev.heisenbug.crds.ReproductionSpec;
import dev.heisenbug.formats.transfer.TransferNames;
import dev.heisenbug.operator.Settings;
import dev.heisenbug.operator.pods.Bounds;
import dev.heisenbug.operator.pods.Parts;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.AffinityBuilder;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.PodSecurityContextBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The Job of a stage: the failed pod's image and configuration with our tools in a volume. The
 * container that runs the program holds no token; two others fetch its input and take its result.
 */
public final class StageJob {
  static final String RUN = "stage";
  private static final String TOOLS = "/var/run/heisenbug/tools";
  private static final String WORK = "/var/run/heisenbug/work";
  private static final String TOKEN = "heisenbug-token";
  private static final int SLACK_SECONDS = 240;

  /** Of storage, where the program's own is limited: tools and bundle; what the program writes. */
  private static final long CARRIER_MEBIBYTES = 1024;

  private static final long STAGE_MEBIBYTES = 4096;

  /** A proxy beside the program would never end, and neither would the Job. */
  private static final Map<String, String> NO_MESH =
      Map.of(
          "sidecar.istio.io/inject", "false",
          "linkerd.io/inject", "disabled",
          "kuma.io/sidecar-injection", "disabled",
          "consul.hashicorp.com/connect-inject", "false");

  private final Settings settings;
  private final Parts parts;

  public StageJob(Settings settings, Parts parts) {
    this.settings = settings;
    this.parts = parts;
  }

  static String name(HeisenbugReproduction reproduction, Stage stage) {
    return reproduction.getMetadata().getName() + "-" + stage.text();
  }

  Job build(HeisenbugReproduction reproduction, Stage stage, Snapshot snapshot) {
    ReproductionSpec spec = reproduction.getSpec();
    Map<String, String> labels =
        Map.of(
            "app.kubernetes.io/managed-by",
            "heisenbug-operator",
            Names.CAPTURE,
            spec.capture(),
            Names.REPRODUCTION,
            reproduction.getMetadata().getName(),
            Names.STAGE,
            stage.text(),
            Names.RECORD,
            "disabled");
    return new JobBuilder()
        .withNewMetadata()
        .withName(name(reproduction, stage))
        .withNamespace(reproduction.getMetadata().getNamespace())
        .withLabels(labels)
        .addToAnnotations(
            Names.GROUP + "/replaced-volumes", String.join(",", snapshot.replacedVolumes()))
        .addToAnnotations(
            Names.GROUP + "/init-containers-not-run",
            String.join(",", snapshot.initContainersNotRun()))
        .addNewOwnerReference()
        .withApiVersion(reproduction.getApiVersion())
        .withKind(reproduction.getKind())
        .withName(reproduction.getMetadata().getName())
        .withUid(reproduction.getMetadata().getUid())
        .withController(true)
        .endOwnerReference()
        .endMetadata()
        .withNewSpec()
        .withBackoffLimit(1)
        .withActiveDeadlineSeconds(deadline(spec, stage))
        .withNewTemplate()
        .withNewMetadata()
        .withLabels(labels)
        .addToLabels(NO_MESH)
        .addToAnnotations(NO_MESH)
        .endMetadata()
        .withSpec(podSpec(spec, stage, snapshot))
        .endTemplate()
        .endSpec()
        .build();
  }

  /** The failed pod had containers of ours, so that such a node is there. */
  private static Affinity ourProcessor() {
    return new AffinityBuilder()
        .withNewNodeAffinity()
        .withNewRequiredDuringSchedulingIgnoredDuringExecution()
        .addNewNodeSelectorTerm()
        .addNewMatchExpression()
        .withKey("kubernetes.io/arch")
        .withOperator("In")
        .withValues("amd64")
        .endMatchExpression()
        .endNodeSelectorTerm()
        .endRequiredDuringSchedulingIgnoredDuringExecution()
        .endNodeAffinity()
        .build();
  }

  /** Raises requests to what the namespace asks of all containers; limits stay what they are. */
  static Job fit(Job job, Bounds bounds) {
    PodSpec pod = job.getSpec().getTemplate().getSpec();
    pod.getInitContainers().forEach(c -> c.setResources(bounds.fit(c.getResources())));
    pod.getContainers().forEach(c -> c.setResources(bounds.fit(c.getResources())));
    return job;
  }

  private PodSpec podSpec(ReproductionSpec spec, Stage stage, Snapshot snapshot) {
    PodSpec pod = snapshot.spec();
    return new PodSpecBuilder()
        .withRestartPolicy("Never")
        .withAutomountServiceAccountToken(false)
        .withServiceAccountName(pod.getServiceAccountName())
        .withImagePullSecrets(parts.pullSecrets(pod.getImagePullSecrets()))
        .withAffinity(ourProcessor())
        .withNodeSelector(pod.getNodeSelector())
        .withTolerations(pod.getTolerations())
        .withHostAliases(pod.getHostAliases())
        // Programs of a StatefulSet go by its number.
        .withHostname(pod.getHostname())
        .withDnsConfig(pod.getDnsConfig())
        .withRuntimeClassName(pod.getRuntimeClassName())
        .withSecurityContext(securityContext(pod.getSecurityContext()))
        .withEnableServiceLinks(pod.getEnableServiceLinks())
        .withInitContainers(tools(snapshot), carrier(snapshot, "heisenbug-fetch", "fetch"))
        // After ours: nothing of the application runs for a bundle that is damaged.
        .addAllToInitContainers(snapshot.initContainers())
        .withContainers(
            run(spec, stage, snapshot), carrier(snapshot, "heisenbug-deliver", "deliver"))
        .addAllToVolumes(snapshot.volumes())
        .addToVolumes(
            new VolumeBuilder().withName("heisenbug").withNewEmptyDir().endEmptyDir().build())
        .addToVolumes(parts.tokenVolume(TOKEN))
        .build();
  }

  private Container tools(Snapshot snapshot) {
    return new ContainerBuilder()
        .withName("heisenbug-tools")
        .withImage(settings.toolsImage())
        .withImagePullPolicy(settings.imagePullPolicy())
        .withCommand(Parts.java("32m", "/var/run/heisenbug"))
        .addToCommand("install", "/heisenbug", TOOLS, WORK)
        .withResources(
            Parts.limitedLike(
                snapshot.container(), Parts.resources("50m", "64Mi", "256Mi"), CARRIER_MEBIBYTES))
        .withSecurityContext(Parts.restricted(Parts.userOf(snapshot.spec().getSecurityContext())))
        .withVolumeMounts(Parts.mount("heisenbug", "/var/run/heisenbug"))
        .build();
  }

  private Container carrier(Snapshot snapshot, String name, String part) {
    return new ContainerBuilder()
        .withName(name)
        .withImage(settings.sidecarImage())
        .withImagePullPolicy(settings.imagePullPolicy())
        .withTerminationMessagePolicy("FallbackToLogsOnError")
        .withCommand(Parts.java("48m", WORK))
        .addToCommand(part)
        .withEnv(parts.connection())
        .addToEnv(Parts.env("HEISENBUG_WORK", WORK))
        .withResources(
            Parts.limitedLike(
                snapshot.container(), Parts.resources("10m", "64Mi", "192Mi"), CARRIER_MEBIBYTES))
        .withSecurityContext(Parts.restricted(Parts.userOf(snapshot.spec().getSecurityContext())))
        .withVolumeMounts(Parts.mount("heisenbug", "/var/run/heisenbug"), parts.tokenMount(TOKEN))
        .build();
  }

  private Container run(ReproductionSpec spec, Stage stage, Snapshot snapshot) {
    Container program = snapshot.container();
    ResourceRequirements wanted =
        stage == Stage.ANALYZE ? spec.analysis().resources() : spec.replay().resources();
    return new ContainerBuilder()
        .withName(RUN)
        .withImage(program.getImage())
        .withImagePullPolicy(program.getImagePullPolicy())
        .withWorkingDir(program.getWorkingDir())
        .withEnvFrom(program.getEnvFrom())
        .withEnv(snapshot.env())
        .addToEnv(Parts.env("JAVA_TOOL_OPTIONS", ""), Parts.env("JDK_JAVA_OPTIONS", ""))
        .withCommand(command(spec, stage))
        .withSecurityContext(snapshot.securityContext())
        .withResources(wanted != null ? wanted : standard(program))
        .withVolumeMounts(snapshot.mounts())
        .addToVolumeMounts(Parts.mount("heisenbug", "/var/run/heisenbug"))
        .build();
  }

  /** As much processor time as the program itself may have. */
  private static ResourceRequirements standard(Container program) {
    ResourceRequirements ours =
        Parts.limitedLike(program, Parts.resources("250m", "512Mi", "3Gi"), STAGE_MEBIBYTES);
    if (ours.getLimits().containsKey("cpu")) {
      Quantity cpu = program.getResources().getLimits().get("cpu");
      ours.getLimits().put("cpu", cpu);
      boolean less =
          Quantity.getAmountInBytes(cpu)
                  .compareTo(Quantity.getAmountInBytes(ours.getRequests().get("cpu")))
              < 0;
      ours.getRequests().put("cpu", less ? cpu : ours.getRequests().get("cpu"));
    }
    return ours;
  }

  private static List<String> command(ReproductionSpec spec, Stage stage) {
    String java = TOOLS + "/jre/bin/java";
    String libraries = TOOLS + "/lib/*";
    List<String> command =
        new ArrayList<>(
            List.of(java, "-Xmx32m", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-cp", libraries));
    command.addAll(List.of("dev.heisenbug.sidecar.SidecarMain", "run", WORK));
    command.addAll(
        List.of(
            java,
            "-XX:+UseSerialGC",
            "-XX:MaxRAMPercentage=40",
            "-Djava.io.tmpdir=" + WORK + "/tmp",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-cp",
            libraries,
            "dev.heisenbug.cli.Heisenbug",
            stage.text(),
            WORK + "/" + TransferNames.BUNDLE,
            "--json"));
    if (stage == Stage.ANALYZE) {
      option(command, "--timeout", spec.analysis().timeoutSeconds());
      option(command, "--run-timeout", spec.analysis().runTimeoutSeconds());
      option(command, "--minimise", spec.analysis().minimiseSeconds());
      command.addAll(List.of("--memory-model", spec.analysis().memoryModel().text()));
    } else {
      option(command, "--times", spec.replay().times());
      option(command, "--timeout", spec.replay().runTimeoutSeconds());
    }
    return command;
  }

  private static void option(List<String> command, String name, int value) {
    command.add(name);
    command.add(Integer.toString(value));
  }

  private static long deadline(ReproductionSpec spec, Stage stage) {
    return SLACK_SECONDS
        + (stage == Stage.ANALYZE
            ? spec.analysis().timeoutSeconds() + spec.analysis().minimiseSeconds()
            : (long) spec.replay().times() * spec.replay().runTimeoutSeconds());
  }

  private static PodSecurityContext securityContext(PodSecurityContext before) {
    return before == null
        ? null
        : new PodSecurityContextBuilder(before).withSysctls(List.of()).build();
  }
}
