package dev.heisenbug.e2e.release;

import com.marcnuri.helm.Helm;
import dev.heisenbug.e2e.Project;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes the chart with its default values as one file for {@code kubectl apply}. */
public final class Manifests {
  private static final String NAMESPACE = "heisenbug";

  private Manifests() {}

  public static void main(String[] arguments) throws IOException {
    Path folder = Files.createDirectories(Path.of(arguments[0]));
    Files.writeString(folder.resolve("install.yaml"), install());
  }

  /** Everything that {@code helm install} makes, with its namespace before it. */
  static String install() {
    String rendered =
        new Helm(Project.chart()).template().withName(NAMESPACE).withNamespace(NAMESPACE).call();
    return """
        # Generated from helm/heisenbug: kubectl apply --server-side -f install.yaml
        # Without Helm nobody sets a storage: give each capture its own (spec.storage).
        apiVersion: v1
        kind: Namespace
        metadata:
          name: %s
        """
            .formatted(NAMESPACE)
        + rendered.replace(
            "app.kubernetes.io/managed-by: Helm", "app.kubernetes.io/managed-by: kubectl");
  }
}
