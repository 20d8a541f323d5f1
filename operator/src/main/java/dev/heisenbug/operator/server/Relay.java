package dev.heisenbug.operator.server;

import dev.heisenbug.crds.StorageSpec;
import dev.heisenbug.formats.transfer.TransferNames;
import dev.heisenbug.operator.Settings;
import dev.heisenbug.operator.storage.Stores;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.PemTrustOptions;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jboss.logging.Logger;

/**
 * Passes objects between storage and pods that cannot reach it. A link of it holds the link that
 * such a pod would have got, signed with what all replicas of the operator share: whoever has it
 * reaches that one object for as long as storage takes the link in it, and nothing else.
 */
@ApplicationScoped
public class Relay {
  private static final Logger LOG = Logger.getLogger(Relay.class);
  private static final long TIMEOUT_MILLIS = 300_000;
  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

  private final Vertx vertx;
  private final Settings settings;
  private final Stores stores;
  private final Caches caches;
  private final CertificateKeeper certificates;

  /** By the authorities that they trust. */
  private final Map<String, HttpClient> clients = new ConcurrentHashMap<>();

  public Relay(
      Vertx vertx,
      Settings settings,
      Stores stores,
      Caches caches,
      CertificateKeeper certificates) {
    this.vertx = vertx;
    this.settings = settings;
    this.stores = stores;
    this.caches = caches;
    this.certificates = certificates;
  }

  /** What a pod gets for a link to storage: that link, or one to here. */
  String link(StorageSpec spec, String presigned) {
    return stores.presigned(spec)
        ? presigned
        : settings.address()
            + TransferNames.RELAY
            + "?"
            + sign(certificates.current().key(), presigned, fingerprint(stores.caBundle(spec)));
  }

  /** Whom pods must trust at the other end of their links. */
  String caBundle(StorageSpec spec) {
    return stores.presigned(spec) ? stores.caBundle(spec) : certificates.caPem();
  }

  /** The query of a link: where to, whom to trust there, and that it was us who said so. */
  static String sign(String key, String url, String trust) {
    String to = BASE64.encodeToString(url.getBytes(StandardCharsets.UTF_8));
    return "to=" + to + "&trust=" + trust + "&sum=" + sum(key, to, trust);
  }

  /** The link inside one of ours; empty if it is not. */
  static Optional<String> open(String key, String to, String trust, String sum) {
    if (to == null || trust == null || sum == null) {
      return Optional.empty();
    }
    byte[] wanted = sum(key, to, trust).getBytes(StandardCharsets.US_ASCII);
    return MessageDigest.isEqual(wanted, sum.getBytes(StandardCharsets.UTF_8))
        ? Optional.of(new String(Base64.getUrlDecoder().decode(to), StandardCharsets.UTF_8))
        : Optional.empty();
  }

  /** Passes a request on as it comes; nothing is kept in memory. */
  void pass(HttpServerRequest request) {
    request.pause();
    String trust = request.getParam("trust");
    Optional<String> to =
        open(certificates.current().key(), request.getParam("to"), trust, request.getParam("sum"));
    if (to.isEmpty() || !List.of(HttpMethod.GET, HttpMethod.PUT).contains(request.method())) {
      refuse(request, 403, "this link is not one of ours, or the certificate was renewed since");
      return;
    }
    Optional<HttpClient> client = client(trust);
    if (client.isEmpty()) {
      refuse(request, 503, "the storage's authority is not known any more");
      return;
    }
    client
        .get()
        .request(
            new RequestOptions()
                .setMethod(request.method())
                .setAbsoluteURI(to.get())
                .setConnectTimeout(5_000)
                .setIdleTimeout(TIMEOUT_MILLIS))
        .compose(out -> send(request, out))
        .compose(in -> answer(request, in))
        .onFailure(
            e -> {
              LOG.warnf("storage, passed on for a pod: %s", e.getMessage());
              refuse(request, 503, "storage cannot be reached");
            });
  }

  private static Future<HttpClientResponse> send(HttpServerRequest from, HttpClientRequest to) {
    String length = from.getHeader(HttpHeaders.CONTENT_LENGTH);
    if (from.method() == HttpMethod.GET) {
      return to.send();
    }
    // Storage wants to know it first.
    to.putHeader(HttpHeaders.CONTENT_LENGTH, length == null ? "0" : length);
    return to.send(from);
  }

  private static Future<Void> answer(HttpServerRequest request, HttpClientResponse in) {
    request.response().setStatusCode(in.statusCode());
    for (CharSequence name :
        List.of(HttpHeaders.ETAG, HttpHeaders.CONTENT_TYPE, HttpHeaders.CONTENT_LENGTH)) {
      if (in.getHeader(name) != null) {
        request.response().putHeader(name, in.getHeader(name));
      }
    }
    if (in.getHeader(HttpHeaders.CONTENT_LENGTH) == null) {
      request.response().setChunked(true);
    }
    return in.pipeTo(request.response());
  }

  private static void refuse(HttpServerRequest request, int status, String message) {
    if (request.response().headWritten()) {
      request.connection().close();
      return;
    }
    // Whatever is still to come is not read.
    request.response().putHeader(HttpHeaders.CONNECTION, "close").setStatusCode(status);
    request.response().end("{\"error\":\"" + message + "\"}");
  }

  private Optional<HttpClient> client(String fingerprint) {
    HttpClient known = clients.get(fingerprint);
    return known != null
        ? Optional.of(known)
        : authorities()
            .filter(pem -> fingerprint(pem).equals(fingerprint))
            .findFirst()
            .map(pem -> clients.computeIfAbsent(fingerprint, f -> create(pem)));
  }

  private Stream<String> authorities() {
    return Stream.of(
            Stream.of("", stores.caBundle(null)),
            caches.allCaptures().stream().map(c -> stores.caBundle(c.getSpec().storage())),
            caches.allReproductions().stream().map(r -> stores.caBundle(r.getSpec().storage())))
        .flatMap(pems -> pems);
  }

  private HttpClient create(String pem) {
    HttpClientOptions options = new HttpClientOptions().setMaxPoolSize(16).setKeepAliveTimeout(10);
    if (!pem.isBlank()) {
      options.setTrustOptions(new PemTrustOptions().addCertValue(Buffer.buffer(pem)));
    }
    return vertx.createHttpClient(options);
  }

  /** Names authorities in a link, which has no room for them; empty for the public ones. */
  static String fingerprint(String pem) {
    return pem.isBlank() ? "" : sum("authorities", pem.strip(), "");
  }

  private static String sum(String key, String first, String second) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(("relay\0" + key).getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      mac.update(first.getBytes(StandardCharsets.UTF_8));
      mac.update((byte) 0);
      return BASE64.encodeToString(mac.doFinal(second.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
