package dev.heisenbug.operator.server;

import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/**
 * A replica is ready when its webhook serves and its caches are filled; leading is no condition.
 */
@Readiness
@ApplicationScoped
public class ServerHealth implements HealthCheck {
  private final TlsServer server;
  private final Caches caches;

  public ServerHealth(TlsServer server, Caches caches) {
    this.server = server;
    this.caches = caches;
  }

  @Override
  public HealthCheckResponse call() {
    return HealthCheckResponse.named("webhook").status(server.running() && caches.ready()).build();
  }
}
