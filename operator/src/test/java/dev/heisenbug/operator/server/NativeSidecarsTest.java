package dev.heisenbug.operator.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.heisenbug.operator.TestSettings;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NativeSidecarsTest {
  @ParameterizedTest
  @CsvSource({
    "1.29, true",
    "1.29+, true",
    "v1.33.4-gke.100, true",
    "2.0, true",
    "1.28, false",
    "v1.20.2, false",
    "nonsense, false"
  })
  void since129(String version, boolean recent) {
    assertThat(NativeSidecars.recent(version)).isEqualTo(recent);
  }

  @Test
  void theServerAndEveryKubeletHaveToKnowThem() throws IOException {
    assertThat(known("31", "v1.31.2", "v1.30.0")).isTrue();
    assertThat(known("31+", "v1.29.9-eks-1a2b3c4")).isTrue();
    assertThat(known("31", "v1.31.2", "v1.28.15")).as("a kubelet of before").isFalse();
    assertThat(known("28", "v1.28.15")).as("a server of before").isFalse();
    assertThat(known("20", "v1.20.2")).isFalse();
  }

  @Test
  void aClusterThatDoesNotAnswerHasNone() throws IOException {
    try (KubernetesClient client = client("http://127.0.0.1:1")) {
      NativeSidecars sidecars = new NativeSidecars(TestSettings.defaults(), client);
      sidecars.ask();
      assertThat(sidecars.known()).isFalse();
    }
  }

  /** Asks a server that says this of itself and of its nodes. */
  private static boolean known(String minor, String... kubelets) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    answer(server, "/version", "{\"major\":\"1\",\"minor\":\"" + minor + "\"}");
    answer(
        server,
        "/api/v1/nodes",
        Arrays.stream(kubelets)
            .map(v -> "{\"status\":{\"nodeInfo\":{\"kubeletVersion\":\"" + v + "\"}}}")
            .collect(
                Collectors.joining(
                    ",", "{\"kind\":\"NodeList\",\"apiVersion\":\"v1\",\"items\":[", "]}")));
    server.start();
    try (KubernetesClient client = client("http://127.0.0.1:" + server.getAddress().getPort())) {
      NativeSidecars sidecars = new NativeSidecars(TestSettings.defaults(), client);
      sidecars.ask();
      return sidecars.known();
    } finally {
      server.stop(0);
    }
  }

  private static KubernetesClient client(String url) {
    return new KubernetesClientBuilder()
        .withConfig(new ConfigBuilder().withMasterUrl(url).withRequestRetryBackoffLimit(0).build())
        .build();
  }

  private static void answer(HttpServer server, String path, String json) {
    server.createContext(
        path,
        exchange -> {
          byte[] body = json.getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().add("Content-Type", "application/json");
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
  }
}
