package dev.heisenbug.e2e.release;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.heisenbug.e2e.Project;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The chart as a bundle for the Operator Lifecycle Manager, which makes Service, certificate and
 * webhook configuration itself. Its webhooks know no selector of namespaces, so that pods opt in by
 * their own label alone.
 */
final class OlmBundle {
  private static final String ACCOUNT = "heisenbug-operator";
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final YAMLMapper YAML = new YAMLMapper();

  private final List<JsonNode> chart;
  private final JsonNode about;

  OlmBundle(List<JsonNode> chart) throws IOException {
    this.chart = chart;
    this.about = YAML.readTree(Project.chart().resolve("Chart.yaml").toFile());
  }

  void write(Path folder) throws IOException {
    Path manifests = Files.createDirectories(folder.resolve("manifests"));
    for (String name : List.of("heisenbugcaptures", "heisenbugreproductions")) {
      String file = name + ".yaml";
      Files.writeString(
          manifests.resolve(file), Files.readString(Project.root().resolve("crds/yaml/" + file)));
    }
    YAML.writeValue(manifests.resolve("heisenbug.clusterserviceversion.yaml").toFile(), version());
    ObjectNode annotations = JSON.createObjectNode();
    annotations
        .putObject("annotations")
        .put("operators.operatorframework.io.bundle.mediatype.v1", "registry+v1")
        .put("operators.operatorframework.io.bundle.manifests.v1", "manifests/")
        .put("operators.operatorframework.io.bundle.metadata.v1", "metadata/")
        .put("operators.operatorframework.io.bundle.package.v1", "heisenbug")
        .put("operators.operatorframework.io.bundle.channels.v1", "alpha")
        .put("operators.operatorframework.io.bundle.channel.default.v1", "alpha");
    Path metadata = Files.createDirectories(folder.resolve("metadata"));
    YAML.writeValue(metadata.resolve("annotations.yaml").toFile(), annotations);
  }

  private ObjectNode version() throws IOException {
    String version = about.path("version").asText();
    ObjectNode csv = JSON.createObjectNode();
    csv.put("apiVersion", "operators.coreos.com/v1alpha1").put("kind", "ClusterServiceVersion");
    ObjectNode metadata = csv.putObject("metadata").put("name", "heisenbug.v" + version);
    metadata
        .putObject("annotations")
        .put("capabilities", "Seamless Upgrades")
        .put("categories", "Monitoring, Developer Tools")
        .put("alm-examples", examples());
    ObjectNode spec = csv.putObject("spec");
    spec.put("displayName", "Heisenbug").put("version", version).put("maturity", "alpha");
    spec.put("description", about.path("description").asText());
    spec.put("minKubeVersion", "1.20.0");
    spec.putArray("keywords").add("concurrency").add("debugging").add("record and replay");
    spec.putObject("provider").put("name", "Heisenbug");
    ArrayNode modes = spec.putArray("installModes");
    for (String mode : List.of("OwnNamespace", "SingleNamespace", "MultiNamespace")) {
      modes.addObject().put("type", mode).put("supported", false);
    }
    modes.addObject().put("type", "AllNamespaces").put("supported", true);
    definitions(spec.putObject("customresourcedefinitions").putArray("owned"));
    ObjectNode install = spec.putObject("install").put("strategy", "deployment");
    ObjectNode what = install.putObject("spec");
    ObjectNode deployment = what.putArray("deployments").addObject();
    deployment.put("name", ACCOUNT).set("spec", OlmDeployment.of(find("Deployment", ACCOUNT)));
    permissions(what.putArray("clusterPermissions"), "ClusterRole", "-cluster", "-operator");
    permissions(what.putArray("permissions"), "Role", "-own");
    webhook(spec.putArray("webhookdefinitions").addObject());
    return csv;
  }

  private static String examples() throws IOException {
    ArrayNode examples = JSON.createArrayNode();
    Path file = Project.root().resolve("k8s-examples/capture-minimal.yaml");
    examples.add(YAML.readTree(file.toFile()));
    return examples.toString();
  }

  private static void definitions(ArrayNode owned) throws IOException {
    for (String name : List.of("heisenbugcaptures", "heisenbugreproductions")) {
      JsonNode crd = YAML.readTree(Project.root().resolve("crds/yaml/" + name + ".yaml").toFile());
      owned
          .addObject()
          .put("name", crd.at("/metadata/name").asText())
          .put("kind", crd.at("/spec/names/kind").asText())
          .put("displayName", crd.at("/spec/names/kind").asText())
          .put("version", crd.at("/spec/versions/0/name").asText());
    }
  }

  /** Rules of the roles whose names end so, without what the manager does itself. */
  private void permissions(ArrayNode to, String kind, String... suffixes) {
    ObjectNode account = to.addObject().put("serviceAccountName", ACCOUNT);
    ArrayNode rules = account.putArray("rules");
    for (JsonNode role : chart) {
      String name = role.at("/metadata/name").asText();
      if (!role.path("kind").asText().equals(kind)
          || List.of(suffixes).stream().noneMatch(name::endsWith)) {
        continue;
      }
      for (JsonNode rule : role.path("rules")) {
        ObjectNode copy = rule.deepCopy();
        if (copy.path("resources").toString().contains("mutatingwebhookconfigurations")) {
          continue;
        }
        if (copy.path("resources").toString().contains("secrets")) {
          copy.putArray("resourceNames").add(OlmDeployment.SECRET);
          copy.putArray("verbs").add("get");
        }
        rules.add(copy);
      }
    }
  }

  private void webhook(ObjectNode to) {
    JsonNode pods = find("MutatingWebhookConfiguration", "heisenbug-heisenbug").at("/webhooks/0");
    to.put("type", "MutatingAdmissionWebhook").put("generateName", pods.path("name").asText());
    to.put("deploymentName", ACCOUNT).put("containerPort", 443).put("targetPort", "https");
    to.put("webhookPath", pods.at("/clientConfig/service/path").asText());
    for (String field :
        List.of(
            "admissionReviewVersions",
            "sideEffects",
            "failurePolicy",
            "reinvocationPolicy",
            "timeoutSeconds",
            "rules",
            "objectSelector")) {
      to.set(field, pods.path(field));
    }
  }

  private JsonNode find(String kind, String name) {
    return chart.stream()
        .filter(o -> o.path("kind").asText().equals(kind))
        .filter(o -> o.at("/metadata/name").asText().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("the chart has no " + kind + " " + name));
  }
}
