package dev.heisenbug.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.crds.HeisenbugReproduction;
import dev.heisenbug.crds.JobsSpec;
import dev.heisenbug.crds.Names;
import dev.heisenbug.crds.StorageSpec;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A program that needs what an init container leaves, in a place from where storage is far. */
class JobsIT extends Scenario {
  private static final List<String> JAVA = List.of("/opt/java/bin/java", "-cp", "/app", "Seats");

  @Test
  void initContainersRunWhereTheCaptureNamesThemAndAMissingVolumeIsSaidAtOnce() {
    config();
    StorageSpec relayed = relayed();
    capture(
        "seats",
        spec -> spec.withStorage(relayed).withJobs(new JobsSpec(List.of("prepare"))),
        "seats");
    CLIENT.resource(deployment()).create();
    assertThat(verdict(LONG)).isEqualTo("Reproduced 10/10");
    HeisenbugReproduction r = reproduction();
    assertThat(condition(r, "EnvironmentComplete")).isEqualTo("True AsInPod");
    String log =
        CLIENT
            .pods()
            .inNamespace(namespace)
            .withName(r.getSpec().source().pod())
            .inContainer("heisenbug-recorder")
            .getLog();
    assertThat(log).contains("through " + Installation.OPERATOR_IP);

    CLIENT.configMaps().inNamespace(namespace).withName("plan").delete();
    CLIENT
        .resource(r)
        .edit(
            now -> {
              now.getMetadata().setAnnotations(Map.of(Names.RETRY, "1"));
              return now;
            });
    await("the missing volume", SOON, () -> "FailedMount".equals(reason(r)));
    assertThat(message(r, "Analyzed")).contains("plan", "heisenbug.dev/retry");
    await("an event about it", SOON, () -> events(r).contains("FailedMount"));
    config();
    await(
        "a verdict",
        LONG,
        () -> finished(CLIENT.resource(r).get()) && "Replayed".equals(reason(r)));
    assertThat(CLIENT.resource(r).get().getStatus().verdict()).isEqualTo("Reproduced 10/10");
  }

  private void config() {
    CLIENT
        .resource(
            new ConfigMapBuilder()
                .withNewMetadata()
                .withName("plan")
                .withNamespace(namespace)
                .endMetadata()
                .addToData("seats", "1")
                .build())
        .create();
  }

  /** The release's storage as one of the capture's own that pods do not speak to. */
  private StorageSpec relayed() {
    CLIENT
        .resource(
            new SecretBuilder()
                .withNewMetadata()
                .withName("bundles")
                .withNamespace(namespace)
                .endMetadata()
                .withData(
                    CLIENT
                        .secrets()
                        .inNamespace(Installation.NAMESPACE)
                        .withName("heisenbug-s3")
                        .get()
                        .getData())
                .build())
        .create();
    CLIENT
        .resource(
            new RoleBindingBuilder()
                .withNewMetadata()
                .withName("heisenbug-storage")
                .withNamespace(namespace)
                .endMetadata()
                .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", "heisenbug-storage")
                .addNewSubject(null, "ServiceAccount", "heisenbug-operator", Installation.NAMESPACE)
                .build())
        .create();
    return new StorageSpec(
        "http://" + Installation.S3_IP + ":9000",
        null,
        "heisenbug",
        "far/away",
        null,
        "bundles",
        null,
        false);
  }

  private Deployment deployment() {
    Deployment deployment =
        Workload.deployment(namespace, "seats", AppImage.ofSource("seats", "Seats", SEATS), 1);
    Container program = Workload.program(deployment);
    program.setCommand(JAVA);
    program
        .getVolumeMounts()
        .add(new VolumeMountBuilder().withName("work").withMountPath("/work").build());
    program
        .getVolumeMounts()
        .add(new VolumeMountBuilder().withName("plan").withMountPath("/plan").build());
    var pod = deployment.getSpec().getTemplate().getSpec();
    pod.getInitContainers()
        .add(new ContainerBuilder(program).withName("prepare").addToCommand("prepare").build());
    pod.getVolumes()
        .add(new VolumeBuilder().withName("work").withNewEmptyDir().endEmptyDir().build());
    pod.getVolumes()
        .add(
            new VolumeBuilder()
                .withName("plan")
                .withNewConfigMap()
                .withName("plan")
                .endConfigMap()
                .build());
    return deployment;
  }

  private static String reason(HeisenbugReproduction r) {
    var status = CLIENT.resource(r).get().getStatus();
    return status == null ? null : status.reason();
  }

  private static String condition(HeisenbugReproduction r, String type) {
    Condition found = find(r, type);
    return found == null ? "" : found.getStatus() + " " + found.getReason();
  }

  private static String message(HeisenbugReproduction r, String type) {
    Condition found = find(r, type);
    return found == null ? "" : found.getMessage();
  }

  private static Condition find(HeisenbugReproduction r, String type) {
    return CLIENT.resource(r).get().getStatus().conditions().stream()
        .filter(c -> c.getType().equals(type))
        .findFirst()
        .orElse(null);
  }

  private List<String> events(HeisenbugReproduction r) {
    return CLIENT.v1().events().inNamespace(namespace).list().getItems().stream()
        .filter(e -> e.getInvolvedObject().getName().equals(r.getMetadata().getName()))
        .map(Event::getReason)
        .toList();
  }

  private static final String SEATS =
      """
      import java.nio.file.Files;
      import java.nio.file.Path;

      /** Two passengers look whether the seat is free, and both sit down. */
      public class Seats {
        static int free;

        public static void main(String[] arguments) throws Exception {
          Path prepared = Path.of("/work/seats");
          if (arguments.length > 0) {
            Files.writeString(prepared, Files.readString(Path.of("/plan/seats")));
            return;
          }
          for (int flight = 0; flight < 2000; flight++) {
            free = Integer.parseInt(Files.readString(prepared).strip());
            Thread one = new Thread(Seats::sit, "one");
            Thread two = new Thread(Seats::sit, "two");
            one.start();
            two.start();
            one.join();
            two.join();
            if (free < 0) {
              throw new IllegalStateException("overbooked");
            }
          }
        }

        static void sit() {
          if (free > 0) {
            Thread.yield();
            free--;
          }
        }
      }
      """;
}
