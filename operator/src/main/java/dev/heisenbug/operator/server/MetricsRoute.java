package dev.heisenbug.operator.server;

import dev.heisenbug.operator.Settings;
import io.fabric8.kubernetes.api.model.authentication.TokenReviewBuilder;
import io.fabric8.kubernetes.api.model.authentication.UserInfo;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.prometheus.PrometheusMeterRegistry;
import io.quarkus.vertx.http.runtime.filters.Filters;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Metrics over TLS, for whoever shows a token that may get {@code /metrics}, as for those of
 * Kubernetes itself; the plain port does not have them then.
 */
// The registry that this version of Quarkus brings is the one that Micrometer is leaving behind.
@SuppressWarnings("deprecation")
@ApplicationScoped
public class MetricsRoute {
  static final String PATH = "/metrics";
  private static final int BEFORE_ALL = 1000;
  private static final int NOT_FOUND = 404;
  private static final long FRESH_NANOS = Duration.ofMinutes(1).toNanos();

  private final Settings settings;
  private final KubernetesClient client;
  private final PrometheusMeterRegistry registry;
  private final Map<String, Known> known = new ConcurrentHashMap<>();

  private record Known(int status, long nanos) {}

  public MetricsRoute(
      Settings settings, KubernetesClient client, PrometheusMeterRegistry registry) {
    this.settings = settings;
    this.client = client;
    this.registry = registry;
  }

  /** Hides them from the plain port. */
  void hide(@Observes Filters filters) {
    filters.register(
        request -> {
          if (settings.secureMetrics() && request.normalizedPath().startsWith(PATH)) {
            request.response().setStatusCode(NOT_FOUND).end();
          } else {
            request.next();
          }
        },
        BEFORE_ALL);
  }

  Answer scrape(String authorization) {
    if (!settings.secureMetrics()) {
      return Answer.error(NOT_FOUND, "metrics are on the plain port: metrics.secure is off");
    }
    return switch (status(authorization)) {
      case 200 -> new Answer(200, registry.scrape(), "text/plain; version=0.0.4; charset=utf-8");
      case 401 -> Answer.error(401, "a token of this cluster is needed");
      default -> Answer.error(403, "the token's account may not get /metrics");
    };
  }

  /** An answer of the API server holds for a minute. */
  private int status(String authorization) {
    if (authorization == null || !authorization.startsWith("Bearer ")) {
      return 401;
    }
    String token = authorization.substring("Bearer ".length());
    String digest = TokenCheck.digest(token);
    known.values().removeIf(k -> System.nanoTime() - k.nanos() >= FRESH_NANOS);
    Known last = known.get(digest);
    if (last != null) {
      return last.status();
    }
    int status = ask(token);
    if (status == 200) {
      known.put(digest, new Known(status, System.nanoTime()));
    }
    return status;
  }

  private int ask(String token) {
    var review =
        client
            .resource(new TokenReviewBuilder().withNewSpec().withToken(token).endSpec().build())
            .create()
            .getStatus();
    if (review == null || !Boolean.TRUE.equals(review.getAuthenticated())) {
      return 401;
    }
    return mayGet(review.getUser()) ? 200 : 403;
  }

  private boolean mayGet(UserInfo user) {
    var review =
        client
            .resource(
                new SubjectAccessReviewBuilder()
                    .withNewSpec()
                    .withUser(user.getUsername())
                    .withUid(user.getUid())
                    .withGroups(user.getGroups())
                    .withExtra(user.getExtra())
                    .withNewNonResourceAttributes(PATH, "get")
                    .endSpec()
                    .build())
            .create()
            .getStatus();
    return review != null && Boolean.TRUE.equals(review.getAllowed());
  }
}
