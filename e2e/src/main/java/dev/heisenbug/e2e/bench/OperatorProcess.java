package dev.heisenbug.e2e.bench;

import com.marcnuri.helm.Helm;
import dev.heisenbug.e2e.Project;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The operator as the chart installs it, with its own account, as a process instead of a pod. */
final class OperatorProcess implements AutoCloseable {
  static final String NAMESPACE = "heisenbug";
  static final String USER = "system:serviceaccount:heisenbug:heisenbug-operator";
  private static final String JAVA = ProcessHandle.current().info().command().orElse("java");

  /** The share of the chart's memory limit of 512Mi that the image gives to the heap. */
  private static final String HEAP = "-Xmx307m";

  private final ApiServer api;
  private final Process s3;
  private final Process operator;
  private final int port;
  private final int httpPort;

  OperatorProcess(ApiServer api, Path folder, int resyncSeconds)
      throws IOException, InterruptedException {
    this.api = api;
    int s3Port = Processes.freePort();
    this.port = Processes.freePort();
    this.httpPort = Processes.freePort();
    s3 =
        Processes.start(
            folder,
            "s3",
            List.of(
                JAVA,
                "-XX:+UseSerialGC",
                "-Xmx128m",
                "-cp",
                jars("operator/s3/target/heisenbug-s3.jar", "operator/s3/target/lib"),
                "dev.heisenbug.s3.S3Main"),
            Map.of(
                "S3_FOLDER",
                folder.resolve("objects").toString(),
                "S3_PORT",
                Integer.toString(s3Port),
                "S3_ACCESS_KEY",
                "bench",
                "S3_SECRET_KEY",
                "bench-secret"));
    install();
    operator =
        Processes.start(
            folder,
            "operator",
            List.of(
                JAVA,
                "-XX:+UseSerialGC",
                HEAP,
                "-Djava.util.logging.manager=org.jboss.logmanager.LogManager",
                "-jar",
                Project.root().resolve("operator/target/quarkus-app/quarkus-run.jar").toString()),
            environment(s3Port, resyncSeconds));
    awaitReady();
    reachable();
  }

  /** Where pods reach it. */
  String address() {
    return "https://127.0.0.1:" + port;
  }

  Metrics metrics() {
    return Metrics.read("http://127.0.0.1:" + httpPort + "/metrics");
  }

  /** Largest resident memory so far, in MiB: what a container's limit is about. */
  long residentMebibytes() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/" + operator.pid() + "/status"))) {
      if (line.startsWith("VmHWM:")) {
        return Long.parseLong(line.replaceAll("\\D+", "")) >> 10;
      }
    }
    return -1;
  }

  /** Heap that is still in use after a full collection, in MiB. */
  double liveHeapMebibytes() {
    Project.run(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
            Long.toString(operator.pid()),
            "GC.run"));
    return metrics().heapMebibytes();
  }

  private void install() {
    KubernetesClient client = api.client();
    client
        .namespaces()
        .resource(
            new io.fabric8.kubernetes.api.model.NamespaceBuilder()
                .withNewMetadata()
                .withName(NAMESPACE)
                .endMetadata()
                .build())
        .create();
    client
        .resource(
            new SecretBuilder()
                .withNewMetadata()
                .withName("bundles")
                .withNamespace(NAMESPACE)
                .endMetadata()
                .build())
        .create();
    new Helm(Project.chart())
        .install()
        .withName("heisenbug")
        .withNamespace(NAMESPACE)
        .withKubeConfig(api.kubeconfig())
        .set("storage.endpoint", "http://127.0.0.1")
        .set("storage.credentialsSecret", "bundles")
        .call();
  }

  private Map<String, String> environment(int s3Port, int resyncSeconds) throws IOException {
    String token =
        api.client()
            .serviceAccounts()
            .inNamespace(NAMESPACE)
            .withName("heisenbug-operator")
            .tokenRequest(
                new TokenRequestBuilder()
                    .withNewSpec()
                    .withExpirationSeconds(Duration.ofHours(4).toSeconds())
                    .endSpec()
                    .build())
            .getStatus()
            .getToken();
    Map<String, String> environment = new HashMap<>();
    environment.put("KUBECONFIG", api.config("operator", token).toString());
    environment.put("QUARKUS_HTTP_PORT", Integer.toString(httpPort));
    environment.put("QUARKUS_HTTP_HOST", "127.0.0.1");
    environment.put("HEISENBUG_PORT", Integer.toString(port));
    environment.put("HEISENBUG_PAGE_PORT", "-1");
    environment.put("HEISENBUG_ADDRESS", address());
    environment.put("HEISENBUG_CERTIFICATE_NAMES", "127.0.0.1");
    environment.put("HEISENBUG_RESYNC_SECONDS", Integer.toString(resyncSeconds));
    environment.put("HEISENBUG_STORAGE_ENDPOINT", "http://127.0.0.1:" + s3Port);
    environment.put("HEISENBUG_STORAGE_ACCESS_KEY", "bench");
    environment.put("HEISENBUG_STORAGE_SECRET_KEY", "bench-secret");
    environment.put("HEISENBUG_STORAGE_CREATE_BUCKET", "true");
    return environment;
  }

  private void awaitReady() throws InterruptedException {
    long end = System.nanoTime() + Duration.ofMinutes(3).toNanos();
    while (!Metrics.answers("http://127.0.0.1:" + httpPort + "/health/ready")) {
      if (System.nanoTime() > end || !operator.isAlive()) {
        throw new IllegalStateException("the operator did not become ready; see operator.log");
      }
      TimeUnit.MILLISECONDS.sleep(300);
    }
  }

  /** Without nodes there are no Services: the API server calls the webhook by its address. */
  private void reachable() {
    api.client()
        .admissionRegistration()
        .v1()
        .mutatingWebhookConfigurations()
        .withName("heisenbug-" + NAMESPACE)
        .edit(
            c -> {
              c.getWebhooks()
                  .forEach(
                      w -> {
                        w.getClientConfig().setService(null);
                        w.getClientConfig().setUrl(address() + "/mutate");
                      });
              return c;
            });
  }

  private static String jars(String jar, String libraries) {
    return Project.root().resolve(jar) + ":" + Project.root().resolve(libraries) + "/*";
  }

  @Override
  public void close() {
    Processes.stop(operator);
    Processes.stop(s3);
  }
}
