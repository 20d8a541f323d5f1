package dev.heisenbug.e2e;

import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** Asks for metrics as a Prometheus would, with a token and the operator's own authority. */
final class SecureMetrics {
  private static final String ROLE = "heisenbug-metrics-reader";

  private SecureMetrics() {}

  /** What the plain port of the pod answers; the Service has it no more. */
  static int plain() {
    String pod = Scenario.operatorPods().list().getItems().get(0).getStatus().getPodIP();
    String address = "http://" + pod + ":8080/metrics";
    return Integer.parseInt(
        Project.run(List.of("curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", address)));
  }

  /** What the other one answers, with the status at the end. */
  static String get(String token) {
    String authority =
        new String(Base64.getDecoder().decode(tls().get("ca.crt")), StandardCharsets.US_ASCII);
    List<String> command = new ArrayList<>(List.of("curl", "-s", "-w", "\n%{http_code}"));
    command.addAll(List.of("--cacert", file(authority)));
    if (token != null) {
      command.addAll(List.of("-H", "Authorization: Bearer " + token));
    }
    command.add("https://" + Installation.OPERATOR_IP + ":8443/metrics");
    return Project.run(command);
  }

  private static String file(String content) {
    try {
      return Files.writeString(Files.createTempFile("ca", ".crt"), content).toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, String> tls() {
    return Kube.client()
        .secrets()
        .inNamespace(Installation.NAMESPACE)
        .withName("heisenbug-tls")
        .get()
        .getData();
  }

  /** Of an account that may do nothing yet. */
  static String token(String namespace) {
    return Kube.client()
        .serviceAccounts()
        .inNamespace(namespace)
        .withName("default")
        .tokenRequest(new TokenRequestBuilder().withNewSpec().endSpec().build())
        .getStatus()
        .getToken();
  }

  static void allow(String namespace) {
    Kube.client().resource(binding(namespace)).create();
  }

  static void forbid(String namespace) {
    Kube.client().resource(binding(namespace)).delete();
  }

  private static ClusterRoleBinding binding(String namespace) {
    return new ClusterRoleBindingBuilder()
        .withNewMetadata()
        .withName(namespace + "-metrics")
        .endMetadata()
        .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", ROLE)
        .addNewSubject(null, "ServiceAccount", "default", namespace)
        .build();
  }
}
