package dev.heisenbug.e2e.release;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.TemplateCommand;
import dev.heisenbug.e2e.Project;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes the chart as one file for {@code kubectl apply}, and as a bundle. */
public final class Manifests {
  private static final String NAMESPACE = "heisenbug";

  /** Whose interfaces the files use; they are served since 1.21. */
  private static final String KUBERNETES = "1.34.0";

  private Manifests() {}

  public static void main(String[] arguments) throws IOException {
    Path folder = Files.createDirectories(Path.of(arguments[0]));
    String rendered = template().call();
    Files.writeString(folder.resolve("install.yaml"), install(rendered));
    // The manager gives a webhook the Service of its Deployment: one pod does everything there.
    String whole =
        template().set("webhook.deployment.enabled", false).set("webhook.selfTest", false).call();
    new OlmBundle(objects(whole)).write(folder.resolve("olm"));
  }

  private static TemplateCommand template() {
    return new Helm(Project.chart())
        .template()
        .withName(NAMESPACE)
        .withNamespace(NAMESPACE)
        .withKubeVersion(KUBERNETES);
  }

  /** Everything that {@code helm install} makes, with its namespace before it. */
  private static String install(String rendered) {
    return """
        # Generated from helm/heisenbug: kubectl apply --server-side -f install.yaml
        # Nobody sets a storage here: give each capture its own (spec.storage).
        apiVersion: v1
        kind: Namespace
        metadata:
          name: %s
        """
            .formatted(NAMESPACE)
        + rendered.replace(
            "app.kubernetes.io/managed-by: Helm", "app.kubernetes.io/managed-by: kubectl");
  }

  private static List<JsonNode> objects(String rendered) throws IOException {
    List<JsonNode> objects = new ArrayList<>();
    var documents = new YAMLMapper().readerFor(JsonNode.class).<JsonNode>readValues(rendered);
    while (documents.hasNext()) {
      JsonNode object = documents.next();
      if (object != null && object.isObject()) {
        objects.add(object);
      }
    }
    return objects;
  }
}
