package dev.heisenbug.e2e.bench;

import dev.heisenbug.e2e.Project;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * etcd and kube-apiserver of the cluster's build on loopback, and nothing else: no controller, no
 * scheduler, no kubelet touches the objects. What the operator asks for is in the audit log.
 */
final class ApiServer implements AutoCloseable {
  private static final Path BUILT = built();

  private final Path folder;
  private final Path kubeconfig;
  private final Process etcd;
  private final Process server;
  private final KubernetesClient client;

  ApiServer(Path folder, String auditedUser) throws IOException, InterruptedException {
    this.folder = folder;
    int etcdPort = Processes.freePort();
    int peerPort = Processes.freePort();
    int port = Processes.freePort();
    String etcdAddress = "http://127.0.0.1:" + etcdPort;
    keys();
    policy(auditedUser);
    etcd =
        Processes.start(
            folder,
            "etcd",
            List.of(
                "etcd",
                "--data-dir",
                folder.resolve("etcd-data").toString(),
                "--unsafe-no-fsync",
                "--quota-backend-bytes=4294967296",
                "--listen-client-urls",
                etcdAddress,
                "--advertise-client-urls",
                etcdAddress,
                "--listen-peer-urls",
                "http://127.0.0.1:" + peerPort));
    server =
        Processes.start(
            folder,
            "apiserver",
            List.of(
                BUILT.resolve("kube-apiserver").toString(),
                "--etcd-servers=" + etcdAddress,
                "--cert-dir=" + folder.resolve("pki"),
                "--bind-address=127.0.0.1",
                "--advertise-address=192.0.2.1",
                "--endpoint-reconciler-type=none",
                "--secure-port=" + port,
                "--service-cluster-ip-range=10.96.0.0/16",
                "--service-account-key-file=" + folder.resolve("sa.pub"),
                "--service-account-signing-key-file=" + folder.resolve("sa.key"),
                "--service-account-issuer=https://kubernetes.default.svc",
                "--token-auth-file=" + folder.resolve("tokens.csv"),
                "--authorization-mode=RBAC",
                "--event-ttl=10m",
                "--audit-policy-file=" + folder.resolve("audit.yaml"),
                "--audit-log-path=" + auditLog(),
                "--audit-log-mode=blocking"));
    kubeconfig = config("admin", "admin-token", port);
    client = connect(kubeconfig);
    awaitReady();
  }

  KubernetesClient client() {
    return client;
  }

  Path kubeconfig() {
    return kubeconfig;
  }

  Path auditLog() {
    return folder.resolve("audit.log");
  }

  /** A kubeconfig file for another token. */
  Path config(String name, String token) throws IOException {
    return config(name, token, client.getMasterUrl().getPort());
  }

  private Path config(String name, String token, int port) throws IOException {
    return Files.writeString(
        folder.resolve(name + ".kubeconfig"),
        """
        apiVersion: v1
        kind: Config
        clusters: [{name: bench, cluster: {server: "https://127.0.0.1:%d", insecure-skip-tls-verify: true}}]
        users: [{name: user, user: {token: "%s"}}]
        contexts: [{name: bench, context: {cluster: bench, user: user}}]
        current-context: bench
        """
            .formatted(port, token));
  }

  private static KubernetesClient connect(Path kubeconfig) {
    Config config = Config.fromKubeconfig(kubeconfig.toFile());
    config.setTrustCerts(true);
    config.setDisableHostnameVerification(true);
    // A busy machine is slow, not broken.
    config.setRequestTimeout(120_000);
    config.setMaxConcurrentRequests(256);
    config.setMaxConcurrentRequestsPerHost(256);
    return new KubernetesClientBuilder().withConfig(config).build();
  }

  private void keys() throws IOException {
    String key = folder.resolve("sa.key").toString();
    Project.run(List.of("openssl", "genrsa", "-out", key, "2048"));
    Project.run(
        List.of(
            "openssl", "rsa", "-in", key, "-pubout", "-out", folder.resolve("sa.pub").toString()));
    Files.writeString(folder.resolve("tokens.csv"), "admin-token,admin,admin,system:masters\n");
  }

  private void policy(String user) throws IOException {
    Files.writeString(
        folder.resolve("audit.yaml"),
        """
        apiVersion: audit.k8s.io/v1
        kind: Policy
        omitStages: [RequestReceived, ResponseStarted]
        rules:
          - level: Metadata
            users: ["%s"]
          - level: None
        """
            .formatted(user));
  }

  private void awaitReady() throws InterruptedException {
    long end = System.nanoTime() + Duration.ofMinutes(2).toNanos();
    while (true) {
      try {
        if ("ok".equals(client.raw("/readyz"))) {
          return;
        }
      } catch (KubernetesClientException e) {
        // not listening yet
      }
      if (System.nanoTime() > end || !server.isAlive()) {
        throw new IllegalStateException(
            "the API server did not start; see " + folder.resolve("apiserver.log"));
      }
      TimeUnit.MILLISECONDS.sleep(300);
    }
  }

  private static Path built() {
    String home = System.getenv("HB_CLUSTER");
    Path state =
        home != null
            ? Path.of(home)
            : Path.of(System.getProperty("user.home"), ".cache/heisenbug-cluster");
    return state.resolve("bin");
  }

  @Override
  public void close() {
    client.close();
    Processes.stop(server);
    Processes.stop(etcd);
  }
}
