package dev.heisenbug.e2e.release;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.marcnuri.helm.Helm;
import dev.heisenbug.e2e.Project;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes the chart as one file for {@code kubectl apply}, and as a bundle. */
public final class Manifests {
  private static final String NAMESPACE = "heisenbug";

  private Manifests() {}

  public static void main(String[] arguments) throws IOException {
    Path folder = Files.createDirectories(Path.of(arguments[0]));
    String rendered =
        new Helm(Project.chart()).template().withName(NAMESPACE).withNamespace(NAMESPACE).call();
    Files.writeString(folder.resolve("install.yaml"), install(rendered));
    new OlmBundle(objects(rendered)).write(folder.resolve("olm"));
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
