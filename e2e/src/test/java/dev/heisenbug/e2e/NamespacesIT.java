package dev.heisenbug.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.crds.HeisenbugCapture;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An operator of some namespaces: it has no rights in the others, and no business there. */
class NamespacesIT extends Scenario {
  private final String other = Kube.namespace("other", Map.of());
  private final String forbidden = Kube.namespace("forbidden", Map.of());

  @AfterEach
  void everywhere() {
    Installation.upgrade(Installation.values());
    CLIENT.namespaces().withName(other).delete();
    CLIENT.namespaces().withName(forbidden).delete();
    SecureMetrics.forbid(namespace);
  }

  @Test
  void onlyTheListedNamespacesAreWatchedAndAForbiddenOneHurtsNoOther() throws Exception {
    Map<String, Object> values = Installation.values();
    values.put("watchNamespaces[0]", namespace);
    values.put("watchNamespaces[1]", forbidden);
    values.put("metrics.secure", true);
    Installation.upgrade(values);
    RoleBinding binding = binding().get();
    binding().delete();
    kill();

    capture("watched", "piper-while");
    HeisenbugCapture elsewhere = CLIENT.resource(Demo.capture(other, "elsewhere", "x")).create();
    HeisenbugCapture waiting = CLIENT.resource(Demo.capture(forbidden, "waiting", "x")).create();
    assertThat(SecureMetrics.plain()).isEqualTo(404);
    assertThat(SecureMetrics.get(null)).endsWith("401");
    String token = SecureMetrics.token(namespace);
    assertThat(SecureMetrics.get(token)).endsWith("403");
    SecureMetrics.allow(namespace);
    await(
        "the metric says so",
        SOON,
        () -> SecureMetrics.get(token).contains("heisenbug_unwatched_namespaces 1.0"));
    deploy("piper-while", AppImage.of("piper-while"), 1);
    await("a pod", SOON, () -> !pods("piper-while").isEmpty());
    assertThat(pods("piper-while").get(0).getMetadata().getLabels())
        .containsEntry("heisenbug.dev/injected", "true");
    assertThat(CLIENT.resource(waiting).get().getStatus()).isNull();
    assertThat(CLIENT.resource(elsewhere).get().getStatus()).isNull();

    CLIENT
        .resource(
            new RoleBindingBuilder(binding)
                .editMetadata()
                .withResourceVersion(null)
                .withUid(null)
                .endMetadata()
                .build())
        .create();
    await("it goes on by itself", LONG, () -> CLIENT.resource(waiting).get().getStatus() != null);
    assertThat(CLIENT.resource(elsewhere).get().getStatus()).isNull();
  }

  private io.fabric8.kubernetes.client.dsl.Resource<RoleBinding> binding() {
    return CLIENT.rbac().roleBindings().inNamespace(forbidden).withName("heisenbug-operator");
  }

  private static void kill() {
    operatorPods().withGracePeriod(0).delete();
    Installation.awaitReady();
  }
}
