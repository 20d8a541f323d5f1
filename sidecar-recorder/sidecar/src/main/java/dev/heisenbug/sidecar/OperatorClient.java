package dev.heisenbug.sidecar;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Speaks to the operator with the pod's own token, which the kubelet renews in its file. */
final class OperatorClient {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private final URI address;
  private final Path token;
  private final HttpClient http;

  OperatorClient(String address, String caPem, Path token) {
    this.address = URI.create(address);
    this.token = token;
    this.http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .sslContext(trusting(caPem))
            .connectTimeout(Duration.ofSeconds(5))
            .build();
  }

  /** Posts a body and reads the answer; anything but success is an exception that says what. */
  <T> T post(String path, Object body, Class<T> answer) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(address.resolve(path))
            .timeout(Duration.ofSeconds(30))
            .header("Authorization", "Bearer " + Files.readString(token).strip())
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofByteArray(MAPPER.writeValueAsBytes(body)))
            .build();
    HttpResponse<byte[]> response = http.send(request, BodyHandlers.ofByteArray());
    if (response.statusCode() / 100 != 2) {
      throw new RefusedException(
          response.statusCode(), new String(response.body(), StandardCharsets.UTF_8));
    }
    return MAPPER.readValue(response.body(), answer);
  }

  static SSLContext trusting(String pem) {
    try {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      int n = 0;
      for (Certificate c :
          CertificateFactory.getInstance("X.509")
              .generateCertificates(
                  new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)))) {
        store.setCertificateEntry("ca" + n++, c);
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("the authority's certificate cannot be used", e);
    }
  }

  /** The operator answered, and the answer is no. */
  static final class RefusedException extends IOException {
    private static final long serialVersionUID = 1L;
    private final int status;

    RefusedException(int status, String body) {
      super("the operator answered " + status + ": " + body);
      this.status = status;
    }

    /** Whether asking again later may help. */
    boolean passing() {
      return status >= 500 || status == 429 || status == 401 || status == 404;
    }
  }
}
