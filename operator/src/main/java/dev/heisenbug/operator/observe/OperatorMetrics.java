package dev.heisenbug.operator.observe;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.function.Supplier;

/** What the operator counts; labels are closed sets, never names of objects. */
@ApplicationScoped
public class OperatorMetrics {
  private static final int LARGEST_OVERHEAD = 1000;

  private final MeterRegistry registry;

  public OperatorMetrics(MeterRegistry registry) {
    this.registry = registry;
  }

  /** Pods that the webhook looked at: injected, skipped, failed. */
  public void injected(String outcome, String reason) {
    registry
        .counter("heisenbug_injections_total", "outcome", outcome, "reason", reason)
        .increment();
  }

  public <T> T webhook(Supplier<T> work) {
    return Timer.builder("heisenbug_webhook_seconds")
        .description("Time to answer an admission review.")
        .publishPercentileHistogram()
        .minimumExpectedValue(Duration.ofMillis(1))
        .maximumExpectedValue(Duration.ofSeconds(5))
        .register(registry)
        .record(work);
  }

  /** Bundles that pods offered: stored, known (a failure that is kept already), refused. */
  public void bundle(String outcome, long bytes) {
    registry.counter("heisenbug_bundles_total", "outcome", outcome).increment();
    if (outcome.equals("stored")) {
      registry.counter("heisenbug_bundle_bytes_total").increment(bytes);
    }
  }

  /** What a recording cost; pods say it themselves, so what cannot be is left out. */
  public void overhead(Double ratio) {
    if (ratio != null && ratio >= 0 && ratio < LARGEST_OVERHEAD) {
      DistributionSummary.builder("heisenbug_recording_overhead_ratio")
          .description("Time of the recorder for each second of the program's own, by failure.")
          .serviceLevelObjectives(0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2)
          .register(registry)
          .record(ratio);
    }
  }

  /** Verdicts: Reproduced, NotReproduced, Unknown. */
  public void verdict(String verdict) {
    registry.counter("heisenbug_verdicts_total", "verdict", verdict).increment();
  }

  /** How long a stage ran and how it ended. */
  public void stage(String stage, String outcome, int seconds) {
    Timer.builder("heisenbug_stage_seconds")
        .description("Time that analysis and replay took.")
        .tags("stage", stage, "outcome", outcome)
        .serviceLevelObjectives(
            Duration.ofSeconds(5),
            Duration.ofSeconds(15),
            Duration.ofSeconds(60),
            Duration.ofSeconds(300),
            Duration.ofSeconds(1800))
        .register(registry)
        .record(Duration.ofSeconds(seconds));
  }

  /** Time from the seal of a bundle to its verdict. */
  public void reproductionTime(Duration time) {
    Timer.builder("heisenbug_time_to_verdict_seconds")
        .description("Time from a sealed bundle to its verdict.")
        .serviceLevelObjectives(
            Duration.ofSeconds(30),
            Duration.ofSeconds(60),
            Duration.ofSeconds(180),
            Duration.ofSeconds(600),
            Duration.ofSeconds(3600))
        .register(registry)
        .record(time);
  }

  public void contextSwitches(int count) {
    registry.summary("heisenbug_schedule_context_switches").record(count);
  }

  public void storageError(String reason) {
    registry.counter("heisenbug_storage_errors_total", "reason", reason).increment();
  }
}
