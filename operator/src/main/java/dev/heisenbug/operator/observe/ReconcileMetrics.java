package dev.heisenbug.operator.observe;

import io.javaoperatorsdk.operator.api.monitoring.Metrics;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;

/** Reconciliation times by controller; the framework's own meters have a series per object. */
@ApplicationScoped
public class ReconcileMetrics implements Metrics {
  private final MeterRegistry registry;

  public ReconcileMetrics(MeterRegistry registry) {
    this.registry = registry;
  }

  @Override
  public <T> T timeControllerExecution(ControllerExecution<T> execution) throws Exception {
    Timer.Sample sample = Timer.start(registry);
    String outcome = "failed";
    try {
      T result = execution.execute();
      outcome = "done";
      return result;
    } finally {
      sample.stop(
          Timer.builder("heisenbug_reconcile_seconds")
              .description("Time of one reconciliation.")
              .tags("controller", execution.controllerName(), "outcome", outcome)
              .publishPercentileHistogram()
              .minimumExpectedValue(Duration.ofMillis(1))
              .maximumExpectedValue(Duration.ofSeconds(30))
              .register(registry));
    }
  }
}
