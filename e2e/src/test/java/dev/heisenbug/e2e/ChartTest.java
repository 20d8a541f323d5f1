package dev.heisenbug.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import com.marcnuri.helm.TemplateCommand;
import dev.heisenbug.e2e.release.Manifests;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The chart without a cluster. */
class ChartTest {
  @Test
  void lints() {
    LintResult result = new Helm(Project.chart()).lint().strict().call();
    assertThat(result.isFailed()).as("%s", result.getMessages()).isFalse();
  }

  @Test
  void rolesHaveNoWildcardAndNoClusterWideSecrets() throws Exception {
    List<String> bound = new ArrayList<>();
    List<JsonNode> objects = render(Map.of());
    for (JsonNode o : objects) {
      if (o.path("kind").asText().equals("ClusterRoleBinding")) {
        bound.add(o.at("/roleRef/name").asText());
      }
    }
    for (JsonNode o : objects) {
      if (o.path("kind").asText().endsWith("Role")) {
        String name = o.at("/metadata/name").asText();
        for (JsonNode rule : o.path("rules")) {
          assertThat(rule.toString()).as(name).doesNotContain("*");
          if (bound.contains(name)) {
            assertThat(rule.path("resources").toString()).as(name).doesNotContain("secrets");
          }
        }
      }
    }
    assertThat(bound).isNotEmpty();
  }

  @Test
  void watchedNamespacesGetRolesInsteadOfAClusterRole() throws Exception {
    List<JsonNode> objects = render(Map.of("watchNamespaces[0]", "a", "watchNamespaces[1]", "b"));
    List<String> namespaces =
        objects.stream()
            .filter(o -> o.path("kind").asText().equals("Role"))
            .filter(o -> o.at("/metadata/name").asText().endsWith("-operator"))
            .map(o -> o.at("/metadata/namespace").asText())
            .toList();
    assertThat(namespaces).containsExactlyInAnyOrder("a", "b");
    assertThat(objects)
        .noneMatch(
            o ->
                o.path("kind").asText().equals("ClusterRoleBinding")
                    && o.at("/metadata/name").asText().endsWith("-operator"));
  }

  @Test
  void everythingThatIsOffByDefaultCanBeRendered() throws Exception {
    List<String> kinds =
        render(
                Map.of(
                    "serviceMonitor.enabled", true,
                    "prometheusRule.enabled", true,
                    "dashboards.enabled", true,
                    "networkPolicy.enabled", true,
                    "probe.enabled", true))
            .stream()
            .map(o -> o.path("kind").asText())
            .toList();
    assertThat(kinds)
        .contains(
            "ServiceMonitor", "PrometheusRule", "ConfigMap", "NetworkPolicy", "Lease", "DaemonSet");
  }

  @Test
  void secureMetricsLeaveThePlainPort() throws Exception {
    List<JsonNode> objects = render(Map.of("metrics.secure", true, "serviceMonitor.enabled", true));
    for (String service : List.of("heisenbug", "heisenbug-webhook")) {
      assertThat(named(objects, "Service", service).at("/spec/ports").toString())
          .doesNotContain("8080");
    }
    JsonNode endpoint = named(objects, "ServiceMonitor", "heisenbug").at("/spec/endpoints/0");
    assertThat(endpoint.path("scheme").asText()).isEqualTo("https");
    assertThat(endpoint.at("/tlsConfig/ca/secret/name").asText()).isEqualTo("heisenbug-tls");
    assertThat(named(objects, "ClusterRole", "heisenbug-metrics-reader").at("/rules").toString())
        .isEqualTo("[{\"nonResourceURLs\":[\"/metrics\"],\"verbs\":[\"get\"]}]");
    assertThat(render(Map.of()).toString()).doesNotContain("subjectaccessreviews");
  }

  @Test
  void theProbeTouchesNoFolderOfTheNodeUnlessAskedTo() throws Exception {
    JsonNode plain = named(render(Map.of("probe.enabled", true)), "DaemonSet", "heisenbug-probe");
    assertThat(plain.toString()).doesNotContain("hostPath");
    JsonNode asked =
        named(
            render(
                Map.of("probe.enabled", true, "probe.openEvent", false, "probe.nfd.enabled", true)),
            "DaemonSet",
            "heisenbug-probe");
    assertThat(asked.at("/spec/template/spec/volumes/0/hostPath/path").asText())
        .isEqualTo("/etc/kubernetes/node-feature-discovery/features.d");
    JsonNode security = asked.at("/spec/template/spec/containers/0/securityContext");
    assertThat(security.path("runAsUser").asInt(-1)).isZero();
    assertThat(security.at("/capabilities").toString()).isEqualTo("{\"drop\":[\"ALL\"]}");
  }

  @Test
  void theSelfTestIsAWebhookAndARightThatGoTogether() throws Exception {
    String with = render(Map.of()).toString();
    assertThat(with).contains("self-test.heisenbug.dev").contains("HEISENBUG_SELF_TEST");
    List<JsonNode> without = render(Map.of("webhook.selfTest", false));
    assertThat(without.toString()).doesNotContain("self-test").doesNotContain("SELF_TEST");
    assertThat(named(without, "Role", "heisenbug-own").toString()).doesNotContain("configmaps");
  }

  @Test
  void everyAlertHasItsRunbook() throws Exception {
    String alerts = Files.readString(Project.chart().resolve("files/alerts.yaml"));
    List<String> headings =
        Files.readAllLines(Project.root().resolve("docs/operator.md")).stream()
            .filter(l -> l.startsWith("#"))
            .map(l -> l.replaceFirst("#+ ", "").toLowerCase(Locale.ROOT).replace(' ', '-'))
            .toList();
    List<String> urls =
        alerts.lines().filter(l -> l.contains("runbook_url:")).map(l -> l.strip()).toList();
    assertThat(urls).hasSize((int) alerts.lines().filter(l -> l.contains("- alert:")).count());
    for (String url : urls) {
      assertThat(url).startsWith("runbook_url: docs/operator.md#");
      assertThat(headings).contains(url.substring(url.indexOf('#') + 1));
    }
  }

  @Test
  void certificatesMayComeFromElsewhere() throws Exception {
    List<JsonNode> managed =
        render(
            Map.of(
                "webhook.certificate.source",
                "CertManager",
                "operator.service.clusterIP",
                "10.1.2.3",
                "probe.enabled",
                true));
    JsonNode serving = named(managed, "Certificate", "heisenbug-serving");
    assertThat(serving.at("/spec/dnsNames").toString()).contains("heisenbug.system.svc");
    assertThat(serving.at("/spec/ipAddresses/0").asText()).isEqualTo("10.1.2.3");
    assertThat(serving.at("/spec/issuerRef/name").asText()).isEqualTo("heisenbug-ca");
    assertThat(named(managed, "Certificate", "heisenbug-ca").at("/spec/isCA").asBoolean()).isTrue();
    assertReadOnly(managed, "heisenbug-serving");

    assertReadOnly(
        render(
            Map.of(
                "webhook.certificate.source",
                "Secret",
                "webhook.certificate.secret",
                "mine",
                "probe.enabled",
                true)),
        "mine");
    assertThatThrownBy(() -> render(Map.of("webhook.certificate.source", "Secret")))
        .hasMessageContaining("webhook.certificate.secret");
  }

  /** The operator and the probe use the Secret, and nobody may write it. */
  private static void assertReadOnly(List<JsonNode> objects, String secret) {
    assertThat(objects).noneMatch(o -> o.at("/metadata/name").asText().equals("heisenbug-tls"));
    String operator = named(objects, "Deployment", "heisenbug-operator").toString();
    assertThat(operator).contains("\"HEISENBUG_CERTIFICATE_SECRET\",\"value\":\"" + secret + "\"");
    assertThat(named(objects, "DaemonSet", "heisenbug-probe").toString())
        .contains("{\"name\":\"" + secret + "\",\"key\":\"ca.crt\"}");
    JsonNode rule = named(objects, "Role", "heisenbug-own").at("/rules/0");
    assertThat(rule.at("/resourceNames/0").asText()).isEqualTo(secret);
    assertThat(rule.at("/verbs").toString()).isEqualTo("[\"get\"]");
  }

  private static JsonNode named(List<JsonNode> objects, String kind, String name) {
    return objects.stream()
        .filter(
            o ->
                o.path("kind").asText().equals(kind)
                    && o.at("/metadata/name").asText().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theNodeAgentHasWhatTheProbeSaysAndNoMore() throws Exception {
    List<JsonNode> objects = render(Map.of("nodeAgent.enabled", true, "image.pt", "heisenbug/pt"));
    for (String capability : List.of("PERFMON", "SYS_ADMIN")) {
      String name = "heisenbug-pt-agent-" + capability.toLowerCase(Locale.ROOT).replace("_", "");
      JsonNode pod = named(objects, "DaemonSet", name).at("/spec/template/spec");
      assertThat(pod.at("/nodeSelector").toString())
          .isEqualTo("{\"heisenbug.dev/intel-pt-capability\":\"" + capability + "\"}");
      assertThat(pod.at("/containers/0/securityContext/capabilities/add").toString())
          .isEqualTo("[\"" + capability + "\",\"SYS_PTRACE\",\"IPC_LOCK\"]");
      assertThat(pod.at("/containers/0/securityContext/privileged").isMissingNode()).isTrue();
      assertThat(pod.toString()).doesNotContain("hostPath").doesNotContain("hostNetwork");
    }
    assertThatThrownBy(() -> render(Map.of("nodeAgent.enabled", true)))
        .hasMessageContaining("image.pt");
  }

  @Test
  void theWebhookIsApartAndMayWriteNothing() throws Exception {
    List<JsonNode> objects = render(Map.of("webhook.deployment.replicas", 3), "1.29.0");
    JsonNode deployment = named(objects, "Deployment", "heisenbug-webhook");
    assertThat(deployment.at("/spec/replicas").asInt()).isEqualTo(3);
    assertThat(deployment.at("/spec/template/spec/serviceAccountName").asText())
        .isEqualTo("heisenbug-webhook");
    assertThat(deployment.toString()).doesNotContain("HEISENBUG_STORAGE_SECRET_KEY");
    assertThat(named(objects, "PodDisruptionBudget", "heisenbug-webhook").path("apiVersion"))
        .hasToString("\"policy/v1\"");
    for (JsonNode o : objects) {
      if (o.path("kind").asText().endsWith("Role")
          && o.at("/metadata/name").asText().contains("heisenbug-webhook")) {
        for (JsonNode rule : o.path("rules")) {
          assertThat(rule.path("verbs").toString())
              .doesNotContain("create", "update", "patch", "delete");
        }
      }
      if (o.path("kind").asText().equals("MutatingWebhookConfiguration")) {
        assertThat(o.at("/webhooks/0/clientConfig/service/name").asText())
            .isEqualTo("heisenbug-webhook");
      }
    }
    assertThat(named(objects, "Deployment", "heisenbug-operator").toString())
        .contains("{\"name\":\"HEISENBUG_ROLE\",\"value\":\"Operator\"}");

    String whole = render(Map.of("webhook.deployment.enabled", false)).toString();
    assertThat(whole)
        .doesNotContain("\"Deployment\",\"metadata\":{\"name\":\"heisenbug-webhook\"")
        .doesNotContain("HEISENBUG_ROLE");
  }

  @Test
  void everySupportedKubernetesGetsVersionsThatItServes() throws Exception {
    Map<String, Object> everything =
        Map.of(
            "probe.enabled", true,
            "nodeAgent.enabled", true,
            "image.pt", "heisenbug/pt",
            "networkPolicy.enabled", true,
            "storage.embedded.enabled", true);
    for (int minor : List.of(20, 21, 25, 29, 30, 31, 32, 33, 34)) {
      for (JsonNode o : render(everything, "1." + minor + ".2")) {
        String version = o.path("apiVersion").asText();
        assertThat(version)
            .as("%s in 1.%d", o.path("kind").asText(), minor)
            .isIn(
                "v1",
                "apps/v1",
                "rbac.authorization.k8s.io/v1",
                "coordination.k8s.io/v1",
                "networking.k8s.io/v1",
                "admissionregistration.k8s.io/v1",
                "apiextensions.k8s.io/v1",
                minor < 21 ? "policy/v1beta1" : "policy/v1");
        if (minor < 25) {
          assertThat(o.toString()).doesNotContain("x-kubernetes-validations");
        }
      }
    }
  }

  @Test
  void everyValueSetRenders() throws Exception {
    for (String folder : List.of("ci", "presets")) {
      try (var files = Files.list(Project.chart().resolve(folder))) {
        for (Path file : files.toList()) {
          String text =
              new Helm(Project.chart())
                  .template()
                  .withName("heisenbug")
                  .withNamespace("system")
                  .withValuesFile(file)
                  .call();
          assertThat(text).as(file.toString()).contains("kind: Deployment");
        }
      }
    }
  }

  @Test
  void stateMetricsReadWhatTheDefinitionsHave() throws Exception {
    JsonNode configuration =
        new YAMLMapper()
            .readTree(Project.chart().resolve("files/kube-state-metrics.yaml").toFile());
    for (JsonNode resource : configuration.at("/spec/resources")) {
      String kind = resource.at("/groupVersionKind/kind").asText().toLowerCase(Locale.ROOT);
      JsonNode schema =
          new YAMLMapper()
              .readTree(Project.root().resolve("crds/yaml/" + kind + "s.yaml").toFile())
              .at("/spec/versions/0/schema/openAPIV3Schema");
      for (JsonNode metric : resource.path("metrics")) {
        for (JsonNode path : metric.findValues("path")) {
          JsonNode at = schema;
          for (JsonNode step : path) {
            at = at.path("properties").path(step.asText());
          }
          assertThat(at.isMissingNode()).as("%s %s", kind, path).isFalse();
        }
      }
    }
  }

  @Test
  void addressesOfTheNewerProtocolAreWrittenAsHosts() throws Exception {
    String text =
        render(
                Map.of(
                    "operator.service.clusterIP", "fd00::1",
                    "storage.embedded.enabled", true,
                    "storage.embedded.service.clusterIP", "fd00::2"))
            .toString();
    assertThat(text).contains("https://[fd00::1]:8443", "http://[fd00::2]:9000");
  }

  @Test
  void theBundleHasWhatTheChartHas(@TempDir Path folder) throws Exception {
    Manifests.main(new String[] {folder.toString()});
    YAMLMapper yaml = new YAMLMapper();
    JsonNode csv =
        yaml.readTree(
            folder.resolve("olm/manifests/heisenbug.clusterserviceversion.yaml").toFile());
    JsonNode install = csv.at("/spec/install/spec");
    JsonNode pod = install.at("/deployments/0/spec/template/spec");
    assertThat(pod.at("/containers/0/env/0/name").asText()).isEqualTo("HEISENBUG_NAMESPACE");
    assertThat(pod.path("serviceAccountName").asText()).isEqualTo("heisenbug-operator");
    assertThat(install.at("/clusterPermissions/0/rules").toString())
        .contains("tokenreviews", "heisenbugreproductions")
        .doesNotContain("secrets", "mutatingwebhookconfigurations", "*");
    assertThat(install.at("/permissions/0/rules").toString())
        .contains("heisenbug-operator-service-cert", "leases");
    assertThat(csv.at("/spec/webhookdefinitions/0/failurePolicy").asText()).isEqualTo("Ignore");
    assertThat(csv.at("/spec/customresourcedefinitions/owned")).hasSize(2);
    assertThat(folder.resolve("install.yaml"))
        .content()
        .contains("kind: CustomResourceDefinition")
        .contains("apiVersion: policy/v1\n");
  }

  @Test
  void anAccountsOwnIdentityTakesThePlaceOfKeys() throws Exception {
    Map<String, Object> values =
        Map.of(
            "storage.endpoint", "https://s3.example.com",
            "storage.presigned", false,
            "storage.workloadIdentity.enabled", true,
            "storage.workloadIdentity.stsEndpoint", "https://sts.example.com",
            "serviceAccount.annotations.role", "bundles");
    List<JsonNode> objects = render(values);
    JsonNode pod = named(objects, "Deployment", "heisenbug-operator").at("/spec/template/spec");
    assertThat(pod.at("/containers/0/env").toString())
        .contains("HEISENBUG_STORAGE_STS_ENDPOINT", "HEISENBUG_STORAGE_TOKEN_FILE")
        .contains("{\"name\":\"HEISENBUG_STORAGE_PRESIGNED\",\"value\":\"false\"}")
        .doesNotContain("secretKeyRef");
    assertThat(pod.at("/volumes/1/projected/sources/0/serviceAccountToken/audience").asText())
        .isEqualTo("sts.amazonaws.com");
    assertThat(
            named(objects, "ServiceAccount", "heisenbug-operator")
                .at("/metadata/annotations/role")
                .asText())
        .isEqualTo("bundles");
    assertThatThrownBy(() -> render(Map.of("storage.endpoint", "https://s3.example.com")))
        .hasMessageContaining("storage.credentialsSecret");
  }

  @Test
  void privilegedPartsAndNothingElseGetTheirConstraintOnOpenShift() throws Exception {
    assertThat(render(Map.of("scc.enabled", true)).toString()).doesNotContain("scc:privileged");
    List<JsonNode> objects = render(Map.of("scc.enabled", true, "probe.enabled", true));
    JsonNode binding = named(objects, "RoleBinding", "heisenbug-privileged");
    assertThat(binding.path("subjects")).hasSize(1);
    assertThat(binding.at("/subjects/0/name").asText()).isEqualTo("heisenbug-probe");
  }

  @Test
  void wrongValuesAreRefused() {
    assertThatThrownBy(() -> render(Map.of("operator.replicas", 0)))
        .hasMessageContaining("replicas");
    assertThatThrownBy(() -> render(Map.of("nonsense", 1))).hasMessageContaining("nonsense");
  }

  private static List<JsonNode> render(Map<String, Object> values) throws Exception {
    return render(values, null);
  }

  private static List<JsonNode> render(Map<String, Object> values, String kubernetes)
      throws Exception {
    TemplateCommand command =
        new Helm(Project.chart()).template().withName("heisenbug").withNamespace("system");
    if (kubernetes != null) {
      command.withKubeVersion(kubernetes);
    }
    values.forEach(command::set);
    String text = command.call();
    List<JsonNode> objects = new ArrayList<>();
    YAMLMapper yaml = new YAMLMapper();
    yaml.readerFor(JsonNode.class)
        .<JsonNode>readValues(text)
        .forEachRemaining(
            o -> {
              if (o != null && o.isObject()) {
                objects.add(o);
              }
            });
    return objects;
  }
}
