package dev.heisenbug.operator.inject;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.crds.CaptureSpec;
import dev.heisenbug.crds.HeisenbugCapture;
import dev.heisenbug.crds.Names;
import dev.heisenbug.crds.PtPolicy;
import dev.heisenbug.crds.PtSpec;
import dev.heisenbug.crds.RecorderInputs;
import dev.heisenbug.crds.RecorderSpec;
import dev.heisenbug.crds.RuntimeKind;
import dev.heisenbug.crds.SamplingSpec;
import dev.heisenbug.crds.WorkloadRef;
import dev.heisenbug.operator.TestSettings;
import dev.heisenbug.operator.pods.Parts;
import io.fabric8.kubernetes.api.model.AffinityBuilder;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvFromSourceBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class InjectionTest {
  private final FakeCluster cluster = new FakeCluster();
  private final Decider decider = new Decider(cluster);
  private boolean nativeSidecars;
  private final Injector injector =
      new Injector(new Parts(TestSettings.defaults(), () -> "PEM"), () -> nativeSidecars);

  @BeforeEach
  void capture() {
    cluster.captures.add(capture(spec(null, null, null)));
  }

  @Test
  void aMatchingPodGetsAgentVolumeAndSidecar() {
    Pod pod = inject(pod());
    assertThat(pod.getSpec().getContainers())
        .extracting(c -> c.getName())
        .containsExactly("app", "heisenbug-recorder");
    assertThat(variable(pod, "JDK_JAVA_OPTIONS"))
        .startsWith("-javaagent:/var/run/heisenbug/record-agent.jar=out=/var/run/heisenbug/");
    assertThat(pod.getMetadata().getLabels())
        .containsEntry(Names.INJECTED, "true")
        .containsEntry(Names.CAPTURE, "c")
        .containsEntry("app", "x");
  }

  @Test
  void whereTheClusterKnowsSidecarsTheRecorderIsOne() {
    nativeSidecars = true;
    Pod job =
        new PodBuilder(pod())
            .editSpec()
            .withRestartPolicy("Never")
            .addNewInitContainer()
            .withName("own")
            .endInitContainer()
            .endSpec()
            .build();
    Pod pod = inject(job);
    assertThat(pod.getSpec().getContainers()).extracting(c -> c.getName()).containsExactly("app");
    assertThat(pod.getSpec().getInitContainers())
        .extracting(c -> c.getName())
        .containsExactly("heisenbug-agent", "heisenbug-recorder", "own");
    Container recorder = pod.getSpec().getInitContainers().get(1);
    assertThat(recorder.getRestartPolicy()).isEqualTo("Always");
    assertThat(recorder.getEnv()).contains(new EnvVar("HEISENBUG_RESTART_POLICY", "Always", null));
    assertThat(pod.getSpec().getInitContainers().get(0).getRestartPolicy()).isNull();
    assertThat(decider.decide(pod, "ns")).isInstanceOf(Decision.Done.class);
  }

  @Test
  void beforeThatItIsAContainerThatEndsByItself() {
    Pod job = new PodBuilder(pod()).editSpec().withRestartPolicy("Never").endSpec().build();
    Pod pod = inject(job);
    Container recorder = pod.getSpec().getContainers().get(1);
    assertThat(recorder.getName()).isEqualTo("heisenbug-recorder");
    assertThat(recorder.getRestartPolicy()).isNull();
    assertThat(recorder.getEnv()).contains(new EnvVar("HEISENBUG_RESTART_POLICY", "Never", null));
    assertThat(pod.getSpec().getInitContainers())
        .extracting(c -> c.getName())
        .containsExactly("heisenbug-agent");
  }

  @Test
  void autoBringsBothAgentsWhereThePodDoesNotSayWhatItRuns() {
    Pod pod = inject(pod());
    assertThat(variable(pod, "JDK_JAVA_OPTIONS")).contains("-javaagent:");
    assertThat(variable(pod, "HEISENBUG_PRELOAD_WHEN")).isEqualTo("threads");
    assertThat(variable(pod, "LD_PRELOAD")).isNull();
    assertThat(pod.getSpec().getContainers().get(0).getVolumeMounts())
        .extracting(m -> m.getMountPath())
        .containsExactlyInAnyOrder("/etc/ld.so.preload", "/var/run/heisenbug");
    assertThat(pod.getSpec().getInitContainers().get(0).getCommand()).contains("install-both");
  }

  @Test
  void autoIsJvmWhereThePodSaysJavaOrPreloadsFromAReference() {
    Pod java =
        new PodBuilder(pod())
            .editSpec()
            .editContainer(0)
            .withCommand("/opt/jdk/bin/java", "-jar", "a.jar")
            .endContainer()
            .endSpec()
            .build();
    Pod reference = pod();
    reference
        .getSpec()
        .getContainers()
        .get(0)
        .getEnv()
        .add(
            new EnvVarBuilder()
                .withName("LD_PRELOAD")
                .withNewValueFrom()
                .withNewConfigMapKeyRef("k", "n", false)
                .endValueFrom()
                .build());
    for (Pod pod : List.of(inject(java), inject(reference))) {
      assertThat(variable(pod, "JDK_JAVA_OPTIONS")).contains("-javaagent:");
      assertThat(variable(pod, "HEISENBUG_PRELOAD_OUT")).isNull();
      assertThat(pod.getSpec().getInitContainers().get(0).getCommand()).contains("install");
    }
  }

  @Test
  void aFileOfThePodsOwnForTheLoaderIsLeftThere() {
    cluster.captures.set(0, capture(spec(null, RuntimeKind.Native, null)));
    Pod pod =
        new PodBuilder(pod())
            .editSpec()
            .editContainer(0)
            .addNewVolumeMount()
            .withName("own")
            .withMountPath("/etc/ld.so.preload")
            .endVolumeMount()
            .endContainer()
            .endSpec()
            .build();
    Pod injected = inject(pod);
    assertThat(variable(injected, "LD_PRELOAD"))
        .isEqualTo("/var/run/heisenbug/libheisenbug-preload.so");
    assertThat(injected.getSpec().getContainers().get(0).getVolumeMounts())
        .filteredOn(m -> m.getMountPath().equals("/etc/ld.so.preload"))
        .extracting(m -> m.getName())
        .containsExactly("own");
  }

  @Test
  void aCaptureOfAWorkloadTakesItsPodsAndNoOthers() {
    cluster.captures.clear();
    cluster.captures.add(
        capture(CaptureSpec.of(null).withWorkload(new WorkloadRef("Deployment", "orders"))));
    Pod mine = ownedBy("orders-abc");
    assertThat(decider.decide(mine, "ns")).isInstanceOf(Decision.Record.class);
    assertThat(decider.decide(ownedBy("orders-two-abc"), "ns"))
        .isInstanceOf(Decision.NoCapture.class);
    assertThat(decider.decide(pod(), "ns")).isInstanceOf(Decision.NoCapture.class);
  }

  @Test
  void selectorAndWorkloadTogetherMatchNothing() {
    CaptureSpec both = spec(null, null, null);
    CaptureSpec wrong =
        new CaptureSpec(
            both.selector(),
            new WorkloadRef("Job", "x"),
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null);
    cluster.captures.clear();
    cluster.captures.add(capture(wrong));
    assertThat(decider.decide(pod(), "ns")).isInstanceOf(Decision.NoCapture.class);
    assertThat(Selection.problem(wrong))
        .hasValueSatisfying(m -> assertThat(m).contains("spec.workload"));
    assertThat(Selection.problem(both)).isEmpty();
  }

  /** A pod as a ReplicaSet of a Deployment makes it. */
  private static Pod ownedBy(String replicaSet) {
    Pod pod = pod();
    pod.getMetadata().getLabels().put("pod-template-hash", "abc");
    pod.getMetadata()
        .setOwnerReferences(
            List.of(
                new OwnerReferenceBuilder()
                    .withKind("ReplicaSet")
                    .withName(replicaSet)
                    .withController(true)
                    .build()));
    return pod;
  }

  @Test
  void theSecondPassChangesNothing() {
    assertThat(decider.decide(inject(pod()), "ns")).isInstanceOf(Decision.Done.class);
  }

  @Test
  void optionsOfThePodAreAppendedTo() {
    Pod pod = pod();
    pod.getSpec()
        .getContainers()
        .get(0)
        .getEnv()
        .add(new EnvVar("JAVA_TOOL_OPTIONS", "-Xmx1g", null));
    Pod injected = inject(pod);
    assertThat(variable(injected, "JAVA_TOOL_OPTIONS")).startsWith("-Xmx1g -javaagent:");
    assertThat(variable(injected, "JDK_JAVA_OPTIONS")).isNull();
  }

  @Test
  void inputsFromTheNetworkAreRecordedOnRequestOnly() {
    assertThat(variable(inject(pod()), "JDK_JAVA_OPTIONS")).doesNotContain("inputs=");
    CaptureSpec plain = spec(null, null, null);
    RecorderSpec curious = plain.recorder().withInputs(RecorderInputs.NETWORK);
    cluster.captures.set(0, capture(plain.withRecorder(curious)));
    assertThat(variable(inject(pod()), "JDK_JAVA_OPTIONS")).contains(",inputs=network");
  }

  @Test
  void skipsSayWhy() {
    assertThat(reason()).isNull();
    cluster.storage = false;
    assertThat(reason()).isEqualTo(SkipReason.NoStorage);
    cluster.storage = true;
    cluster.captures.set(0, capture(spec(new SamplingSpec("40%", null), null, null)));
    assertThat(reason()).isEqualTo(SkipReason.Sampled);
    cluster.captures.set(0, capture(spec(new SamplingSpec("60%", 2), null, null)));
    assertThat(reason()).isNull();
    cluster.recorded = 2;
    assertThat(reason()).isEqualTo(SkipReason.ConcurrencyCap);
  }

  @Test
  void aNativeProgramPreloadsTheAgentAfterItsOwnLibraries() {
    cluster.captures.clear();
    cluster.captures.add(capture(spec(null, RuntimeKind.Native, null)));
    Pod pod = pod();
    pod.getSpec()
        .getContainers()
        .get(0)
        .getEnv()
        .add(new EnvVarBuilder().withName("LD_PRELOAD").withValue("/lib/own.so").build());
    Pod injected = inject(pod);
    assertThat(variable(injected, "LD_PRELOAD"))
        .isEqualTo("/lib/own.so:/var/run/heisenbug/libheisenbug-preload.so");
    assertThat(variable(injected, "HEISENBUG_PRELOAD_OUT"))
        .isEqualTo("/var/run/heisenbug/recordings/%t-%p");
    assertThat(injected.getSpec().getInitContainers().get(0).getCommand())
        .contains("install-native");
    assertThat(injected.getSpec().getContainers().get(0).getEnv())
        .noneMatch(e -> e.getName().startsWith("J"));
  }

  @Test
  void podsThatOptOutAndEmptySelectorsAreLeftAlone() {
    Pod pod = pod();
    pod.getMetadata().getLabels().put(Names.RECORD, "disabled");
    assertThat(decider.decide(pod, "ns")).isInstanceOf(Decision.NoCapture.class);
    HeisenbugCapture empty = capture(CaptureSpec.of(new LabelSelectorBuilder().build()));
    cluster.captures.set(0, empty);
    assertThat(decider.decide(pod(), "ns")).isInstanceOf(Decision.NoCapture.class);
  }

  @Test
  void theClustersOwnNamespacesAreNeverTouched() {
    for (String namespace : List.of("kube-system", "kube-public", "openshift-dns")) {
      assertThat(decider.decide(pod(), namespace)).isInstanceOf(Decision.NoCapture.class);
    }
    assertThat(decider.decide(pod(), "kubernetes-apps")).isInstanceOf(Decision.Record.class);
  }

  @Test
  void requiredPtIsAddedToEveryAlternativeOfThePod() {
    cluster.captures.set(0, capture(spec(null, null, PtPolicy.Required)));
    Pod pod =
        new PodBuilder(pod())
            .editSpec()
            .withNewAffinity()
            .withNewNodeAffinity()
            .withNewRequiredDuringSchedulingIgnoredDuringExecution()
            .addNewNodeSelectorTerm()
            .addToMatchExpressions(new NodeSelectorRequirement("zone", "In", List.of("a")))
            .endNodeSelectorTerm()
            .addNewNodeSelectorTerm()
            .addToMatchExpressions(new NodeSelectorRequirement("zone", "In", List.of("b")))
            .endNodeSelectorTerm()
            .endRequiredDuringSchedulingIgnoredDuringExecution()
            .endNodeAffinity()
            .endAffinity()
            .endSpec()
            .build();
    assertThat(
            inject(pod)
                .getSpec()
                .getAffinity()
                .getNodeAffinity()
                .getRequiredDuringSchedulingIgnoredDuringExecution()
                .getNodeSelectorTerms())
        .hasSize(2)
        .allSatisfy(
            term ->
                assertThat(term.getMatchExpressions())
                    .extracting(e -> e.getKey())
                    .contains("zone", Names.INTEL_PT));
  }

  @Test
  void aTraceIsRecordedByAContainerOfItsOwnAndOnlyThatOneHasPrivileges() {
    cluster.captures.set(0, capture(spec(null, RuntimeKind.Native, PtPolicy.Preferred)));
    cluster.pt = new PtAccess.Granted(List.of("PERFMON", "SYS_PTRACE", "IPC_LOCK"));
    Pod pod = inject(pod());
    assertThat(pod.getSpec().getShareProcessNamespace()).isTrue();
    assertThat(pod.getMetadata().getAnnotations()).containsEntry(Names.PT_RECORDING, "yes");
    Container pt = pod.getSpec().getContainers().get(2);
    assertThat(pt.getCommand()).endsWith("pt");
    assertThat(pt.getSecurityContext().getRunAsUser()).isZero();
    assertThat(pt.getSecurityContext().getPrivileged()).isNull();
    assertThat(pt.getSecurityContext().getCapabilities().getDrop()).containsExactly("ALL");
    assertThat(pt.getSecurityContext().getCapabilities().getAdd())
        .containsExactly("PERFMON", "SYS_PTRACE", "IPC_LOCK");
    assertThat(pt.getVolumeMounts()).extracting(m -> m.getName()).containsExactly("heisenbug");
    Container recorder = pod.getSpec().getContainers().get(1);
    assertThat(recorder.getSecurityContext().getRunAsNonRoot()).isTrue();
    assertThat(recorder.getSecurityContext().getCapabilities().getAdd()).isNullOrEmpty();
  }

  @Test
  void withoutAccessThereIsTheSoftwareRecorderAndThePodSaysWhy() {
    cluster.captures.set(0, capture(spec(null, RuntimeKind.Native, PtPolicy.Required)));
    cluster.pt = new PtAccess.Denied("PodSecurity", "It is forbidden.");
    Pod pod = inject(pod());
    assertThat(pod.getSpec().getContainers()).hasSize(2);
    assertThat(pod.getSpec().getShareProcessNamespace()).isNull();
    assertThat(pod.getMetadata().getAnnotations().get(Names.PT_RECORDING))
        .isEqualTo("no: PodSecurity: It is forbidden.");
  }

  @Test
  void aJvmGetsNoPrivilegesWhateverThePolicyIs() {
    cluster.captures.set(0, capture(spec(null, RuntimeKind.Jvm, PtPolicy.Required)));
    cluster.pt = new PtAccess.Granted(List.of("PERFMON"));
    Pod pod = inject(pod());
    assertThat(pod.getSpec().getContainers()).hasSize(2);
    assertThat(pod.getMetadata().getAnnotations().get(Names.PT_RECORDING)).startsWith("no: ");
  }

  @Test
  void theNodeAgentTracesWithoutAnythingInThePod() {
    cluster.captures.set(0, capture(spec(null, RuntimeKind.Native, PtPolicy.Required)));
    cluster.pt = new PtAccess.ByAgent();
    Pod pod = inject(pod());
    assertThat(pod.getSpec().getContainers()).hasSize(2);
    assertThat(pod.getSpec().getShareProcessNamespace()).isNull();
    assertThat(pod.getMetadata().getAnnotations())
        .containsEntry(Names.PT_RECORDING, Injector.BY_AGENT);
  }

  @Test
  void whatTheApiServerWouldRefuseIsLeftAlone() {
    Pod windows = pod();
    windows.getSpec().setNodeSelector(Map.of("kubernetes.io/os", "windows"));
    assertThat(((Decision.Skip) decider.decide(windows, "ns")).reason())
        .isEqualTo(SkipReason.NotLinux);
    Pod mounted = pod();
    mounted
        .getSpec()
        .getContainers()
        .get(0)
        .getVolumeMounts()
        .add(
            new io.fabric8.kubernetes.api.model.VolumeMountBuilder()
                .withName("x")
                .withMountPath("/var/run/heisenbug/")
                .build());
    assertThat(((Decision.Skip) decider.decide(mounted, "ns")).reason())
        .isEqualTo(SkipReason.NamesTaken);
  }

  @Test
  void podsOfACronJobAreKnownByTheirJob() {
    CaptureSpec nightly = CaptureSpec.of(null).withWorkload(new WorkloadRef("CronJob", "nightly"));
    assertThat(Selection.matches(nightly, jobPod("nightly-27654321"))).isTrue();
    assertThat(Selection.matches(nightly, jobPod("nightly-report-27654321"))).isFalse();
    assertThat(Selection.matches(nightly, jobPod("nightly"))).isFalse();
  }

  private static Pod jobPod(String job) {
    return new PodBuilder(pod())
        .editMetadata()
        .addNewOwnerReference()
        .withKind("Job")
        .withName(job)
        .withController(true)
        .endOwnerReference()
        .endMetadata()
        .build();
  }

  @Test
  void aPodForACaptureElsewhereSaysWhere() {
    Decision.Record record = (Decision.Record) decider.decide(pod(), "team");
    Pod pod = injector.inject(pod(), "team", record.capture(), cluster.pt, false);
    assertThat(pod.getMetadata().getLabels()).containsEntry(Names.CAPTURE_NAMESPACE, "ns");
    assertThat(inject(pod()).getMetadata().getLabels()).doesNotContainKey(Names.CAPTURE_NAMESPACE);
  }

  @Test
  void aQuotaThatAsksForLimitsLetsOurContainersInToo() {
    Pod limited = pod();
    limited
        .getSpec()
        .getContainers()
        .get(0)
        .setResources(
            new io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder()
                .addToLimits("cpu", new io.fabric8.kubernetes.api.model.Quantity("2"))
                .addToLimits(
                    "ephemeral-storage", new io.fabric8.kubernetes.api.model.Quantity("1Gi"))
                .build());
    Pod pod = inject(limited);
    for (var container :
        List.of(pod.getSpec().getInitContainers().get(0), pod.getSpec().getContainers().get(1))) {
      assertThat(container.getResources().getLimits())
          .containsKeys("cpu", "memory", "ephemeral-storage");
    }
    assertThat(inject(pod()).getSpec().getContainers().get(1).getResources().getLimits())
        .containsOnlyKeys("memory");
  }

  @Test
  void optionsFromAWholeConfigMapAreBroughtAlongByOneKey() {
    Pod given = pod();
    given
        .getSpec()
        .getContainers()
        .get(0)
        .setEnvFrom(
            List.of(
                new EnvFromSourceBuilder().withNewConfigMapRef("settings", false).build(),
                new EnvFromSourceBuilder()
                    .withPrefix("JDK_")
                    .withNewSecretRef("more", true)
                    .build(),
                new EnvFromSourceBuilder()
                    .withPrefix("X_")
                    .withNewConfigMapRef("other", false)
                    .build()));
    Pod pod = inject(given);
    assertThat(variable(pod, "JDK_JAVA_OPTIONS"))
        .startsWith("@/var/run/heisenbug/heisenbug-user-options -javaagent:");
    List<EnvVar> env = pod.getSpec().getInitContainers().get(0).getEnv();
    assertThat(env).hasSize(4);
    assertThat(env.get(0).getValueFrom().getConfigMapKeyRef().getName()).isEqualTo("settings");
    assertThat(env.get(0).getValueFrom().getConfigMapKeyRef().getKey())
        .isEqualTo("JDK_JAVA_OPTIONS");
    assertThat(env.get(1).getValueFrom().getSecretKeyRef().getKey()).isEqualTo("JAVA_OPTIONS");
    assertThat(env.get(1).getValueFrom().getSecretKeyRef().getOptional()).isTrue();
    assertThat(variable(inject(pod()), "JDK_JAVA_OPTIONS")).startsWith("-javaagent:");
  }

  @Test
  void podsForOtherProcessorsAreLeftAloneAndOthersAreKeptToOurs() {
    assertThat(inject(pod()).getSpec().getAffinity()).isNull();
    cluster.machines = Architecture.Machines.OTHERS;
    assertThat(reason()).isEqualTo(SkipReason.OtherProcessor);

    cluster.machines = Architecture.Machines.MIXED;
    assertThat(inject(pod()).getSpec().getAffinity().getNodeAffinity().toString())
        .contains("kubernetes.io/arch", "amd64");
    Pod selected = pod();
    selected.getSpec().setNodeSelector(Map.of("kubernetes.io/arch", "arm64"));
    assertThat(decider.decide(selected, "ns")).isInstanceOf(Decision.Skip.class);
    // Such nodes may be made for it.
    cluster.machines = Architecture.Machines.OURS;
    assertThat(decider.decide(selected, "ns")).isInstanceOf(Decision.Skip.class);
    selected.getSpec().setNodeSelector(Map.of("kubernetes.io/arch", "amd64"));
    assertThat(decider.decide(selected, "ns")).isInstanceOf(Decision.Record.class);
  }

  @Test
  void aDaemonOnAnotherProcessorIsLeftAloneAndOneOnOursStaysThere() {
    cluster.machines = Architecture.Machines.MIXED;
    Pod daemon = pod();
    daemon
        .getSpec()
        .setAffinity(
            new AffinityBuilder()
                .withNewNodeAffinity()
                .withNewRequiredDuringSchedulingIgnoredDuringExecution()
                .addNewNodeSelectorTerm()
                .addNewMatchField()
                .withKey("metadata.name")
                .withOperator("In")
                .withValues("node-7")
                .endMatchField()
                .endNodeSelectorTerm()
                .endRequiredDuringSchedulingIgnoredDuringExecution()
                .endNodeAffinity()
                .build());
    cluster.architecture = "arm64";
    assertThat(decider.decide(daemon, "ns")).isInstanceOf(Decision.Skip.class);
    cluster.architecture = "amd64";
    assertThat(inject(daemon).getSpec().getAffinity().toString())
        .doesNotContain("kubernetes.io/arch");
  }

  @Test
  void nobodyIsMadeAnotherUserButRoot() {
    assertThat(userOfOurs(pod())).isNull();
    Pod root = pod();
    root.getSpec()
        .setSecurityContext(
            new io.fabric8.kubernetes.api.model.PodSecurityContextBuilder()
                .withRunAsUser(0L)
                .build());
    assertThat(userOfOurs(root)).isEqualTo(65532);
    root.getSpec().getSecurityContext().setRunAsUser(1234L);
    assertThat(userOfOurs(root)).isEqualTo(1234);
  }

  private Long userOfOurs(Pod pod) {
    return inject(pod).getSpec().getInitContainers().get(0).getSecurityContext().getRunAsUser();
  }

  private SkipReason reason() {
    return decider.decide(pod(), "ns") instanceof Decision.Skip skip ? skip.reason() : null;
  }

  private Pod inject(Pod pod) {
    Decision.Record record = (Decision.Record) decider.decide(pod, "ns");
    return injector.inject(
        pod,
        "ns",
        record.capture(),
        cluster.pt(record.capture(), "ns"),
        cluster.machines() == Architecture.Machines.MIXED);
  }

  private static String variable(Pod pod, String name) {
    return pod.getSpec().getContainers().get(0).getEnv().stream()
        .filter(e -> e.getName().equals(name))
        .map(EnvVar::getValue)
        .findFirst()
        .orElse(null);
  }

  private static Pod pod() {
    return new PodBuilder()
        .withNewMetadata()
        .withLabels(new java.util.HashMap<>(Map.of("app", "x")))
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("app")
        .withImage("x:1")
        .endContainer()
        .endSpec()
        .build();
  }

  private static CaptureSpec spec(SamplingSpec sampling, RuntimeKind runtime, PtPolicy pt) {
    return new CaptureSpec(
        new LabelSelectorBuilder().addToMatchLabels("app", "x").build(),
        null,
        null,
        null,
        runtime,
        null,
        null,
        sampling,
        pt == null ? null : PtSpec.of(pt),
        null,
        null,
        null,
        null,
        null,
        null);
  }

  private static HeisenbugCapture capture(CaptureSpec spec) {
    HeisenbugCapture capture = new HeisenbugCapture();
    capture.setMetadata(new ObjectMetaBuilder().withName("c").withNamespace("ns").build());
    capture.setSpec(spec);
    return capture;
  }
}
