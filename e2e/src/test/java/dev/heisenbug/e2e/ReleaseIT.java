package dev.heisenbug.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.crds.HeisenbugCapture;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Two replicas that look at named namespaces only, and may not look at one of them. */
class ReleaseIT extends Scenario {
  @Test
  void aNamespaceWithoutPermissionHarmsNoOtherAndALeaderCanGo() throws Exception {
    String denied = Kube.namespace("e2e-denied", Map.of());
    String other = Kube.namespace("e2e-other", Map.of());
    Map<String, Object> values = Installation.values();
    values.put("operator.replicas", 2);
    values.put("watchNamespaces[0]", namespace);
    values.put("watchNamespaces[1]", denied);
    try {
      Installation.upgrade(values);
      RoleBinding binding = forbid(denied);
      CLIENT
          .pods()
          .inNamespace(Installation.NAMESPACE)
          .withLabel("app.kubernetes.io/component", "operator")
          .delete();
      Kube.kubectl(
          "rollout",
          "status",
          "deployment/heisenbug-operator",
          "-n",
          Installation.NAMESPACE,
          "--timeout=300s");
      HeisenbugCapture there = CLIENT.resource(Demo.capture(denied, "there", "x")).create();
      HeisenbugCapture elsewhere = CLIENT.resource(Demo.capture(other, "elsewhere", "x")).create();
      HeisenbugCapture here = capture("here", "x");
      await("ready", SOON, () -> condition(here, "Ready").startsWith("True"));
      assertThat(MainStoryIT.metrics()).contains("heisenbug_unwatched_namespaces 1.0");

      leader().delete();
      await("another leader", SOON, () -> leader().get() != null);
      Kube.kubectl(
          "patch",
          "hbc",
          "here",
          "-n",
          namespace,
          "--type=merge",
          "-p",
          "{\"spec\":{\"suspend\":true}}");
      await("it leads", LONG, () -> condition(here, "InjectionActive").equals("False Suspended"));
      assertThat(condition(there, "Ready")).isEmpty();
      assertThat(condition(elsewhere, "Ready")).isEmpty();

      CLIENT.resource(binding).create();
      await("permission helps", LONG, () -> condition(there, "Ready").startsWith("True"));
    } finally {
      Installation.upgrade(Installation.values());
      CLIENT.namespaces().withName(denied).delete();
      CLIENT.namespaces().withName(other).delete();
    }
  }

  /** Takes the operator's RoleBinding away; the binding, to give it back. */
  private static RoleBinding forbid(String namespace) {
    var binding =
        CLIENT.rbac().roleBindings().inNamespace(namespace).withName("heisenbug-operator");
    RoleBinding before =
        new RoleBindingBuilder(binding.get())
            .editMetadata()
            .withResourceVersion(null)
            .withUid(null)
            .endMetadata()
            .build();
    binding.delete();
    return before;
  }

  private static io.fabric8.kubernetes.client.dsl.PodResource leader() {
    String holder =
        CLIENT
            .leases()
            .inNamespace(Installation.NAMESPACE)
            .withName("heisenbug-operator")
            .get()
            .getSpec()
            .getHolderIdentity();
    return CLIENT.pods().inNamespace(Installation.NAMESPACE).withName(holder);
  }
}
