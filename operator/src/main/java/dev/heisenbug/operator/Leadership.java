package dev.heisenbug.operator;

import io.javaoperatorsdk.operator.api.config.LeaderElectionConfiguration;
import io.javaoperatorsdk.operator.api.config.LeaderElectionConfigurationBuilder;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.time.Duration;

/** One replica reconciles; all of them serve the webhook and the pods. */
public final class Leadership {
  @Produces
  @ApplicationScoped
  LeaderElectionConfiguration leaderElection(Settings settings) {
    return LeaderElectionConfigurationBuilder.aLeaderElectionConfiguration(
            settings.release() + "-operator")
        .withLeaseNamespace(settings.namespace())
        .withLeaseDuration(Duration.ofSeconds(15))
        .withRenewDeadline(Duration.ofSeconds(10))
        .withRetryPeriod(Duration.ofSeconds(2))
        .build();
  }
}
