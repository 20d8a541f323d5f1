package dev.heisenbug.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import com.marcnuri.helm.TemplateCommand;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

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
  void wrongValuesAreRefused() {
    assertThatThrownBy(() -> render(Map.of("operator.replicas", 0)))
        .hasMessageContaining("replicas");
    assertThatThrownBy(() -> render(Map.of("nonsense", 1))).hasMessageContaining("nonsense");
  }

  private static List<JsonNode> render(Map<String, Object> values) throws Exception {
    TemplateCommand command =
        new Helm(Project.chart()).template().withName("heisenbug").withNamespace("system");
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
