package dev.heisenbug.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.authentication.TokenRequest;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.junit.jupiter.api.Test;

/** What an application pod's token must not be good for. */
class SecurityIT extends Scenario {
  private static final String UPLOAD =
      """
      {"container":"app","recording":"1-1","millis":1,"bytes":10,"sha256":"x",
       "failure":{"kind":"exit","type":"exit","signature":"exit:1"}}""";

  @Test
  void onlyRecordedPodsMayUploadAndNobodyMayFetchBundles() throws Exception {
    deploy("plain", AppImage.of("piper-while"), 1);
    await("a pod", SOON, () -> !pods("plain").isEmpty());
    Pod plain = pods("plain").get(0);
    assertThat(post("/v1/uploads", UPLOAD, "nonsense")).isEqualTo(401);
    assertThat(post("/v1/uploads", UPLOAD, token("heisenbug.dev", null))).isEqualTo(401);
    assertThat(post("/v1/uploads", UPLOAD, token("https://kubernetes.default.svc", plain)))
        .isEqualTo(401);
    assertThat(post("/v1/uploads", UPLOAD, token("heisenbug.dev", plain))).isEqualTo(403);

    capture("mine", "recorded");
    deploy("recorded", AppImage.of("piper-while"), 1);
    await("a pod", SOON, () -> !pods("recorded").isEmpty());
    String own = token("heisenbug.dev", pods("recorded").get(0));
    assertThat(post("/v1/uploads", UPLOAD, own)).isEqualTo(200);
    assertThat(post("/v1/uploads", UPLOAD.replace("\"app\"", "\"other\""), own)).isEqualTo(403);
    assertThat(post("/v1/job/links", "{}", own)).isEqualTo(403);
    String done =
        "{\"request\":" + UPLOAD + ",\"key\":\"default/other/x\",\"uploadId\":\"u\",\"etags\":[]}";
    assertThat(post("/v1/uploads/done", done, own)).isEqualTo(403);
  }

  @Test
  void theTokenOpensNothingInTheApi() {
    deploy("plain", AppImage.of("piper-while"), 1);
    await("a pod", SOON, () -> !pods("plain").isEmpty());
    // The one that the sidecar has, and the one that Kubernetes gives to every pod.
    for (String audience : new String[] {"heisenbug.dev", "https://kubernetes.default.svc"}) {
      try (KubernetesClient pod = Kube.as(token(audience, pods("plain").get(0)))) {
        for (String plural : new String[] {"heisenbugcaptures", "heisenbugreproductions"}) {
          assertThat(
                  refused(
                      () ->
                          pod.raw(
                              "/apis/heisenbug.dev/v1alpha1/namespaces/"
                                  + namespace
                                  + "/"
                                  + plural)))
              .as(audience)
              .isTrue();
        }
      }
    }
  }

  @Test
  void aRenewedCertificateIsShownWithoutARestart() throws Exception {
    String before = shown();
    assertThat(before).isNotEmpty();
    var secret = CLIENT.secrets().inNamespace(Installation.NAMESPACE).withName("heisenbug-tls");
    String authority = secret.get().getData().get("ca.crt");
    secret.edit(
        s -> {
          s.getData().put("names", Base64.getEncoder().encodeToString("other.name".getBytes()));
          return s;
        });
    await("another certificate", SOON, () -> !Set.of("", before).contains(shown()));
    assertThat(secret.get().getData().get("ca.crt")).isEqualTo(authority);
    capture("renewed", "anything");
  }

  /**
   * The serial number of the certificate that the operator shows; empty if it shows none, as a
   * handshake that the change comes in between of does.
   */
  private static String shown() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {new Trusting()}, new SecureRandom());
      try (var socket =
          (SSLSocket) context.getSocketFactory().createSocket(Installation.OPERATOR_IP, 8443)) {
        socket.startHandshake();
        return ((X509Certificate) socket.getSession().getPeerCertificates()[0])
            .getSerialNumber()
            .toString();
      }
    } catch (java.io.IOException e) {
      return "";
    } catch (java.security.GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void linksExpireAndAreGoodForOneObject() throws Exception {
    String link = Bucket.linkToPut("expiry-check/a", 12);
    long made = System.nanoTime();
    assertThat(put(link)).isEqualTo(200);
    assertThat(put(link.replace("expiry-check/a", "expiry-check/b"))).isEqualTo(403);
    Thread.sleep(Math.max(0, 14_000 - (System.nanoTime() - made) / 1_000_000));
    assertThat(put(link)).isEqualTo(403);
  }

  private static int put(String link) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            Http.request(link).PUT(BodyPublishers.ofString("x")).build(), BodyHandlers.discarding())
        .statusCode();
  }

  private static boolean refused(Runnable request) {
    try {
      request.run();
      return false;
    } catch (KubernetesClientException e) {
      return e.getCode() == 401 || e.getCode() == 403;
    }
  }

  private String token(String audience, Pod pod) {
    var spec =
        new TokenRequestBuilder().withNewSpec().withAudiences(audience).withExpirationSeconds(600L);
    if (pod != null) {
      spec.withNewBoundObjectRef(
          "v1", "Pod", pod.getMetadata().getName(), pod.getMetadata().getUid());
    }
    TokenRequest request =
        CLIENT
            .serviceAccounts()
            .inNamespace(namespace)
            .withName("default")
            .tokenRequest(spec.endSpec().build());
    return request.getStatus().getToken();
  }

  private static int post(String path, String body, String token) throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {new Trusting()}, new SecureRandom());
    return HttpClient.newBuilder()
        .sslContext(context)
        .build()
        .send(
            Http.request("https://" + Installation.OPERATOR_IP + ":8443" + path)
                .header("Authorization", "Bearer " + token)
                .POST(BodyPublishers.ofString(body))
                .build(),
            BodyHandlers.ofString())
        .statusCode();
  }

  /** The server's identity is not what is tested here. */
  private static final class Trusting extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] c, String t, java.net.Socket s) {}

    @Override
    public void checkServerTrusted(X509Certificate[] c, String t, java.net.Socket s) {}

    @Override
    public void checkClientTrusted(X509Certificate[] c, String t, SSLEngine e) {}

    @Override
    public void checkServerTrusted(X509Certificate[] c, String t, SSLEngine e) {}

    @Override
    public void checkClientTrusted(X509Certificate[] c, String t) {}

    @Override
    public void checkServerTrusted(X509Certificate[] c, String t) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
