package dev.heisenbug.e2e.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** What a pod says to the operator, with the token that the kubelet would have given it. */
final class PodRequests {
  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final KubernetesClient client;
  private final String operator;
  private final HttpClient http;

  PodRequests(KubernetesClient client, String operator) {
    this.client = client;
    this.operator = operator;
    this.http =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).sslContext(trusting()).build();
  }

  JsonNode post(Pod pod, String path, Object body) throws IOException, InterruptedException {
    HttpResponse<byte[]> response =
        http.send(
            HttpRequest.newBuilder(URI.create(operator + path))
                .timeout(LIMIT)
                .header("Authorization", "Bearer " + token(pod))
                .POST(BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body)))
                .build(),
            BodyHandlers.ofByteArray());
    if (response.statusCode() != 200) {
      throw new IOException(
          path + " answered " + response.statusCode() + ": " + new String(response.body()));
    }
    return JSON.readTree(response.body());
  }

  /** PUTs an object to storage; the ETag. */
  String put(String link, byte[] data) throws IOException, InterruptedException {
    HttpResponse<String> response =
        http.send(
            HttpRequest.newBuilder(URI.create(link))
                .timeout(LIMIT)
                .PUT(BodyPublishers.ofByteArray(data))
                .build(),
            BodyHandlers.ofString());
    if (response.statusCode() != 200) {
      throw new IOException("storage answered " + response.statusCode() + ": " + response.body());
    }
    return response.headers().firstValue("ETag").orElse("");
  }

  private String token(Pod pod) {
    return client
        .serviceAccounts()
        .inNamespace(pod.getMetadata().getNamespace())
        .withName("default")
        .tokenRequest(
            new TokenRequestBuilder()
                .withNewSpec()
                .withAudiences("heisenbug.dev")
                .withExpirationSeconds(3600L)
                .withNewBoundObjectRef(
                    "v1", "Pod", pod.getMetadata().getName(), pod.getMetadata().getUid())
                .endSpec()
                .build())
        .getStatus()
        .getToken();
  }

  /** Trusts the authority that the operator told the API server of. */
  private SSLContext trusting() {
    String bundle =
        client
            .admissionRegistration()
            .v1()
            .mutatingWebhookConfigurations()
            .withName("heisenbug-" + OperatorProcess.NAMESPACE)
            .get()
            .getWebhooks()
            .get(0)
            .getClientConfig()
            .getCaBundle();
    try {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      store.setCertificateEntry(
          "ca",
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(Base64.getDecoder().decode(bundle))));
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
