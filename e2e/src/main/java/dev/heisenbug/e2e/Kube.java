package dev.heisenbug.e2e;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The local cluster as its administrator sees it. */
public final class Kube {
  private static final Path KUBECONFIG = kubeconfig();
  private static final KubernetesClient CLIENT = connect();

  private Kube() {}

  public static KubernetesClient client() {
    return CLIENT;
  }

  public static Path config() {
    return KUBECONFIG;
  }

  /** A client that shows another token. */
  public static KubernetesClient as(String token) {
    return new KubernetesClientBuilder()
        .withConfig(
            new ConfigBuilder()
                .withMasterUrl(CLIENT.getMasterUrl().toString())
                .withTrustCerts(true)
                .withOauthToken(token)
                .build())
        .build();
  }

  /** Makes a namespace, new every time. */
  public static String namespace(String prefix, Map<String, String> labels) {
    String name = prefix + "-" + Long.toString(System.nanoTime() & 0xFFFFFF, 36);
    CLIENT
        .resource(
            new NamespaceBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(labels)
                .endMetadata()
                .build())
        .create();
    return name;
  }

  /** What a user sees. */
  public static String kubectl(String... arguments) {
    List<String> command = new java.util.ArrayList<>();
    command.add("kubectl");
    command.addAll(List.of("--kubeconfig", KUBECONFIG.toString()));
    command.addAll(List.of(arguments));
    return Project.run(command);
  }

  private static Path kubeconfig() {
    String path = System.getenv("KUBECONFIG");
    if (path == null) {
      throw new IllegalStateException("KUBECONFIG is not set: run through e2e/cluster/bin/java");
    }
    return Path.of(path);
  }

  private static KubernetesClient connect() {
    Config config = Config.fromKubeconfig(KUBECONFIG.toFile());
    config.setTrustCerts(true);
    config.setDisableHostnameVerification(true);
    return new KubernetesClientBuilder().withConfig(config).build();
  }
}
