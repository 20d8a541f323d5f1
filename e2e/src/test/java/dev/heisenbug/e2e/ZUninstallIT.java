package dev.heisenbug.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Last of all: what was installed can be taken away without a trace. */
class ZUninstallIT extends Scenario {
  @Test
  void uninstallLeavesNothing() {
    Installation.uninstall();
    await(
        "everything is gone",
        SOON,
        () ->
            left("all,secrets,leases,serviceaccounts,roles,rolebindings,configmaps", true)
                .isEmpty());
    assertThat(
            left(
                "clusterroles,clusterrolebindings,mutatingwebhookconfigurations,customresourcedefinitions",
                false))
        .isEmpty();
  }

  private static String left(String kinds, boolean namespaced) {
    String all =
        namespaced
            ? Kube.kubectl("get", kinds, "-n", Installation.NAMESPACE, "-o", "name")
            : Kube.kubectl("get", kinds, "-o", "name");
    return String.join(
        "\n", all.lines().filter(l -> l.substring(l.indexOf('/')).contains("heisenbug")).toList());
  }
}
