package dev.heisenbug.operator;

import io.javaoperatorsdk.operator.Operator;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import org.jboss.logging.Logger;

/**
 * Starts the reconcilers where this process has that role; the framework itself could be told only
 * when it is built.
 */
@ApplicationScoped
public class Reconciling {
  private static final Logger LOG = Logger.getLogger(Reconciling.class);

  private final Settings settings;
  private final Operator operator;

  public Reconciling(Settings settings, Operator operator) {
    this.settings = settings;
    this.operator = operator;
  }

  /** Besides everything else: the server must not wait for the reconcilers' caches. */
  void start(@Observes StartupEvent event) {
    if (settings.role().operates()) {
      Thread.ofPlatform().name("reconcilers").start(this::start);
    }
  }

  private void start() {
    try {
      operator.start();
    } catch (RuntimeException e) {
      LOG.error("the reconcilers do not start", e);
      Quarkus.asyncExit(1);
    }
  }

  void stop(@Observes ShutdownEvent event) {
    if (settings.role().operates()) {
      operator.stop();
    }
  }
}
