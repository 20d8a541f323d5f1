package dev.heisenbug.operator.server;

import dev.heisenbug.crds.Names;
import io.fabric8.kubernetes.api.model.authentication.TokenReview;
import io.fabric8.kubernetes.api.model.authentication.TokenReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Asks the API server whose token it is; only tokens bound to a pod and to us are good. */
@ApplicationScoped
public class TokenCheck {
  private static final String USER = "system:serviceaccount:";
  private static final String POD = "authentication.kubernetes.io/pod-name";
  private static final String UID = "authentication.kubernetes.io/pod-uid";

  private final KubernetesClient client;

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
    TokenReview review =
        client
            .resource(
                new TokenReviewBuilder()
                    .withNewSpec()
                    .withToken(authorization.substring("Bearer ".length()))
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
