package dev.heisenbug.e2e;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import java.util.Map;

/** Deployments of corpus programs, as restricted as a careful team would have them. */
public final class Workload {
  private Workload() {}

  /** The container of a Deployment that runs the program. */
  static Container program(Deployment deployment) {
    return deployment.getSpec().getTemplate().getSpec().getContainers().get(0);
  }

  public static Deployment deployment(String namespace, String name, String image, int replicas) {
    return new DeploymentBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace(namespace)
        .endMetadata()
        .withNewSpec()
        .withReplicas(replicas)
        .withNewSelector()
        .addToMatchLabels("app", name)
        .endSelector()
        .withNewTemplate()
        .withNewMetadata()
        .withLabels(Map.of("app", name, "heisenbug.dev/record", "enabled"))
        .endMetadata()
        .withNewSpec()
        .withNewSecurityContext()
        .withRunAsNonRoot(true)
        .withRunAsUser(1000L)
        .withNewSeccompProfile()
        .withType("RuntimeDefault")
        .endSeccompProfile()
        .endSecurityContext()
        .addNewContainer()
        .withName("app")
        .withImage(image)
        .withImagePullPolicy("IfNotPresent")
        .withNewSecurityContext()
        .withAllowPrivilegeEscalation(false)
        .withNewCapabilities()
        .withDrop("ALL")
        .endCapabilities()
        .endSecurityContext()
        .endContainer()
        .endSpec()
        .endTemplate()
        .endSpec()
        .build();
  }
}
