package dev.heisenbug.operator.server;

import dev.heisenbug.crds.Names;
import io.fabric8.kubernetes.api.model.authentication.TokenReview;
import io.fabric8.kubernetes.api.model.authentication.TokenReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Asks the API server whose token it is; only tokens bound to a pod and to us are good. An answer
 * holds for a minute: whoever acts on it also looks whether the pod is still there.
 */
@ApplicationScoped
public class TokenCheck {
  private static final String USER = "system:serviceaccount:";
  private static final String POD = "authentication.kubernetes.io/pod-name";
  private static final String UID = "authentication.kubernetes.io/pod-uid";

  private static final long FRESH_NANOS = Duration.ofMinutes(1).toNanos();

  private final KubernetesClient client;
  private final Map<String, Known> known = new ConcurrentHashMap<>();

  private record Known(Caller caller, long nanos) {}

  public TokenCheck(KubernetesClient client) {
    this.client = client;
  }

  /**
   * @param authorization the request's header
   */
  Optional<Caller> caller(String authorization) {
    if (authorization == null || !authorization.startsWith("Bearer ")) {
      return Optional.empty();
    }
    String token = authorization.substring("Bearer ".length());
    String digest = digest(token);
    Known last = known.get(digest);
    if (last != null && System.nanoTime() - last.nanos() < FRESH_NANOS) {
      return Optional.of(last.caller());
    }
    Optional<Caller> caller = ask(token);
    known.values().removeIf(k -> System.nanoTime() - k.nanos() >= FRESH_NANOS);
    caller.ifPresent(c -> known.put(digest, new Known(c, System.nanoTime())));
    return caller;
  }

  static String digest(String token) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private Optional<Caller> ask(String token) {
    TokenReview review =
        client
            .resource(
                new TokenReviewBuilder()
                    .withNewSpec()
                    .withToken(token)
                    .withAudiences(Names.AUDIENCE)
                    .endSpec()
                    .build())
            .create();
    var status = review.getStatus();
    if (status == null
        || !Boolean.TRUE.equals(status.getAuthenticated())
        || status.getAudiences() == null
        || !status.getAudiences().contains(Names.AUDIENCE)
        || status.getUser() == null
        || !status.getUser().getUsername().startsWith(USER)) {
      return Optional.empty();
    }
    Map<String, List<String>> extra =
        status.getUser().getExtra() == null ? Map.of() : status.getUser().getExtra();
    if (!extra.containsKey(POD) || !extra.containsKey(UID)) {
      return Optional.empty();
    }
    String namespace = status.getUser().getUsername().substring(USER.length()).split(":")[0];
    return Optional.of(new Caller(namespace, extra.get(POD).get(0), extra.get(UID).get(0)));
  }
}
