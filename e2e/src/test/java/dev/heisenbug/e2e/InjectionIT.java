package dev.heisenbug.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.crds.HeisenbugCapture;
import dev.heisenbug.crds.PtPolicy;
import dev.heisenbug.crds.PtSpec;
import dev.heisenbug.crds.WorkloadRef;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What the webhook does to pods, and what it must not do. */
class InjectionIT extends Scenario {
  @Test
  void twoCapturesOnOnePodMeanOneRecorder() {
    capture("older", "piper-while");
    capture("younger", "piper-while");
    deploy("piper-while", AppImage.of("piper-while"), 1);
    Pod pod = firstPod("piper-while");
    assertThat(pod.getMetadata().getLabels()).containsEntry("heisenbug.dev/capture", "older");
    assertThat(names(pod)).containsExactly("app", "heisenbug-recorder");
  }

  @Test
  void injectedContainersPassTheRestrictedProfile() {
    capture("restricted", "piper-while");
    deploy("piper-while", AppImage.of("piper-while"), 1);
    Pod pod = firstPod("piper-while");
    assertThat(pod.getSpec().getVolumes())
        .allMatch(
            v -> v.getEmptyDir() != null || v.getProjected() != null || v.getSecret() != null);
    List<Container> all = new java.util.ArrayList<>(pod.getSpec().getContainers());
    all.addAll(pod.getSpec().getInitContainers());
    for (Container container : all) {
      SecurityContext security = container.getSecurityContext();
      assertThat(security.getAllowPrivilegeEscalation()).isFalse();
      assertThat(security.getCapabilities().getDrop()).containsExactly("ALL");
      assertThat(security.getCapabilities().getAdd()).isNullOrEmpty();
      assertThat(security.getPrivileged()).isNotEqualTo(Boolean.TRUE);
    }
    assertThat(pod.getSpec().getHostPID()).isNotEqualTo(Boolean.TRUE);
  }

  @Test
  void podsStartUnrecordedWhenTheWebhookIsDown() {
    HeisenbugCapture capture = capture("down", "piper-while");
    scale(0);
    try {
      deploy("piper-while", AppImage.of("piper-while"), 1);
      Pod pod = firstPod("piper-while");
      assertThat(names(pod)).containsExactly("app");
      await(
          "the pod starts",
          SOON,
          () -> !pods("piper-while").get(0).getStatus().getContainerStatuses().isEmpty());
      await(
          "the capture says so",
          SOON,
          () -> condition(capture, "InjectionActive").equals("False WebhookUnreachable"));
    } finally {
      scale(1);
    }
    await("it recovers", SOON, () -> condition(capture, "InjectionActive").startsWith("True"));
  }

  @Test
  void theProbeSaysWhatTheNodeHas() {
    boolean there = Files.isDirectory(Path.of("/sys/bus/event_source/devices/intel_pt"));
    await("a label", SOON, () -> node().getLabels().containsKey("heisenbug.dev/intel-pt"));
    assertThat(node().getLabels())
        .containsEntry("heisenbug.dev/intel-pt", there ? "unknown" : "false");
    assertThat(node().getAnnotations().get("heisenbug.dev/intel-pt-detail")).contains("intel_pt");
  }

  private static ObjectMeta node() {
    return CLIENT.nodes().withName("node-1").get().getMetadata();
  }

  @Test
  void ptRequiredWaitsForANodeAndPreferredDoesNot() {
    HeisenbugCapture required =
        capture("required", spec -> spec.withIntelPt(PtSpec.of(PtPolicy.Required)), "needs-pt");
    HeisenbugCapture preferred =
        capture("preferred", spec -> spec.withIntelPt(PtSpec.of(PtPolicy.Preferred)), "likes-pt");
    String image = AppImage.of("piper-while");
    deploy("needs-pt", image, 1);
    deploy("likes-pt", image, 1);
    await("scheduled", SOON, () -> firstPod("likes-pt").getSpec().getNodeName() != null);
    assertThat(firstPod("needs-pt").getSpec().getNodeName()).isNull();
    await("says so", SOON, () -> condition(required, "NodesAvailable").equals("False NoPtNode"));
    assertThat(condition(preferred, "NodesAvailable")).isEqualTo("True SoftwareRecording");
    assertThat(condition(required, "Ready")).startsWith("False");
  }

  @Test
  void aVariableFromAReferenceIsNotTouchedAndThePodSaysWhy() {
    capture("reference", "piper-while");
    CLIENT
        .configMaps()
        .inNamespace(namespace)
        .resource(
            new io.fabric8.kubernetes.api.model.ConfigMapBuilder()
                .withNewMetadata()
                .withName("options")
                .endMetadata()
                .addToData("options", "-Dx=y")
                .build())
        .create();
    var deployment = Workload.deployment(namespace, "piper-while", AppImage.of("piper-while"), 1);
    Workload.program(deployment)
        .setEnv(
            List.of(
                new io.fabric8.kubernetes.api.model.EnvVarBuilder()
                    .withName("JAVA_TOOL_OPTIONS")
                    .withNewValueFrom()
                    .withNewConfigMapKeyRef("options", "options", false)
                    .endValueFrom()
                    .build()));
    CLIENT.resource(deployment).create();
    Pod pod = firstPod("piper-while");
    assertThat(names(pod)).containsExactly("app");
    assertThat(pod.getMetadata().getLabels()).containsEntry("heisenbug.dev/injected", "skipped");
    assertThat(pod.getMetadata().getAnnotations().get("heisenbug.dev/skipped-reason"))
        .startsWith("VariableFromReference");
    await(
        "an event on the pod",
        SOON,
        () ->
            CLIENT.v1().events().inNamespace(namespace).list().getItems().stream()
                .anyMatch(
                    e ->
                        e.getReason().equals("NotRecorded")
                            && e.getInvolvedObject().getUid().equals(pod.getMetadata().getUid())
                            && e.getMessage().contains("JAVA_TOOL_OPTIONS")));
  }

  @Test
  void olderPodsAreRestartedOnRequestAndNotWhileSuspended() {
    String image = AppImage.of("piper-while");
    deploy("older", image, 1);
    String before = firstPod("older").getMetadata().getName();
    HeisenbugCapture capture =
        capture("late", s -> s.withWorkload(new WorkloadRef("Deployment", "older")));
    await(
        "it says so", SOON, () -> condition(capture, "InjectionActive").contains("RestartNeeded"));
    Kube.kubectl("annotate", "hbc", "late", "-n", namespace, "heisenbug.dev/restart=1");
    await(
        "a recorded pod",
        SOON,
        () ->
            pods("older").stream()
                .anyMatch(
                    p ->
                        !p.getMetadata().getName().equals(before)
                            && names(p).contains("heisenbug-recorder")));
    Kube.kubectl(
        "patch",
        "hbc",
        "late",
        "-n",
        namespace,
        "--type=merge",
        "-p",
        "{\"spec\":{\"suspend\":true}}");
    await("suspended", SOON, () -> condition(capture, "InjectionActive").equals("False Suspended"));
    CLIENT.pods().inNamespace(namespace).withLabel("app", "older").withGracePeriod(0).delete();
    await(
        "an unrecorded pod",
        SOON,
        () ->
            pods("older").stream()
                .anyMatch(
                    p ->
                        names(p).equals(List.of("app"))
                            && "skipped"
                                .equals(
                                    p.getMetadata().getLabels().get("heisenbug.dev/injected"))));
  }

  @Test
  void aRecordedJobComesToItsEnd() {
    capture("batch", "batch");
    var template =
        Workload.deployment(namespace, "batch", AppImage.of("piper-while"), 1)
            .getSpec()
            .getTemplate();
    template.getSpec().setRestartPolicy("Never");
    CLIENT
        .resource(
            new JobBuilder()
                .withNewMetadata()
                .withName("batch")
                .withNamespace(namespace)
                .endMetadata()
                .withNewSpec()
                .withBackoffLimit(0)
                .withTemplate(template)
                .endSpec()
                .build())
        .create();
    assertThat(names(firstPod("batch"))).contains("heisenbug-recorder");
    await(
        "the Job completes",
        LONG,
        () -> {
          Job job = CLIENT.batch().v1().jobs().inNamespace(namespace).withName("batch").get();
          return job.getStatus() != null
              && Integer.valueOf(1).equals(job.getStatus().getSucceeded());
        });
  }

  private Pod firstPod(String app) {
    await("a pod of " + app, SOON, () -> !pods(app).isEmpty());
    return pods(app).get(0);
  }

  private static List<String> names(Pod pod) {
    return pod.getSpec().getContainers().stream().map(Container::getName).toList();
  }

  private static void scale(int replicas) {
    var webhook = webhookDeployment();
    webhook.scale(replicas);
    if (replicas == 0) {
      await("no webhook", SOON, () -> webhookPods().list().getItems().isEmpty());
    } else {
      webhook.waitUntilReady(300, TimeUnit.SECONDS);
    }
  }
}
