package dev.heisenbug.operator.capture;

import dev.heisenbug.crds.CaptureStatus;
import dev.heisenbug.crds.HeisenbugCapture;
import dev.heisenbug.crds.Names;
import dev.heisenbug.operator.Settings;
import dev.heisenbug.operator.reproduce.Retention;
import dev.heisenbug.operator.server.Caches;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.rate.RateLimited;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.inbound.SimpleInboundEventSource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/** Says how a capture does; the recording itself is the webhook's and the sidecars' work. */
@RateLimited(maxReconciliations = 1, within = 2, unit = TimeUnit.SECONDS)
@ControllerConfiguration(name = "capture")
public class CaptureReconciler implements Reconciler<HeisenbugCapture> {
  private static final Logger LOG = Logger.getLogger(CaptureReconciler.class);

  private final Assessor assessor;
  private final ConditionEvents told;
  private final Restarter restarter;
  private final Retention retention;
  private final Settings settings;
  private final Caches caches;

  public CaptureReconciler(
      Assessor assessor,
      ConditionEvents told,
      Restarter restarter,
      Retention retention,
      Settings settings,
      Caches caches) {
    this.caches = caches;
    this.told = told;
    this.assessor = assessor;
    this.restarter = restarter;
    this.retention = retention;
    this.settings = settings;
  }

  @Override
  public List<EventSource<?, HeisenbugCapture>> prepareEventSources(
      EventSourceContext<HeisenbugCapture> context) {
    // What the caches of this replica see is enough: a watch of our own would hold all pods twice.
    SimpleInboundEventSource<HeisenbugCapture> changes = new SimpleInboundEventSource<>();
    caches.onChange(object -> captureOf(object).ifPresent(changes::propagateEvent));
    return List.of(changes);
  }

  @Override
  public UpdateControl<HeisenbugCapture> reconcile(
      HeisenbugCapture capture, Context<HeisenbugCapture> context) {
    Duration again = Duration.ofSeconds(settings.resyncSeconds());
    if (paused(capture)) {
      return UpdateControl.<HeisenbugCapture>noUpdate().rescheduleAfter(again);
    }
    CaptureStatus status = status(capture);
    if (status.equals(capture.getStatus())) {
      return UpdateControl.<HeisenbugCapture>noUpdate().rescheduleAfter(again);
    }
    told.tell(capture, status);
    HeisenbugCapture fresh = new HeisenbugCapture();
    fresh.setMetadata(
        new ObjectMetaBuilder()
            .withName(capture.getMetadata().getName())
            .withNamespace(capture.getMetadata().getNamespace())
            .build());
    fresh.setStatus(status);
    return UpdateControl.patchStatus(fresh).rescheduleAfter(again);
  }

  private CaptureStatus status(HeisenbugCapture capture) {
    String restarted = capture.getStatus() == null ? null : capture.getStatus().restarted();
    try {
      restarted = restarter.restart(capture);
      retention.fit(capture);
      return assessor.assess(capture, restarted);
    } catch (KubernetesClientException e) {
      LOG.warnf("%s: %s", capture.getMetadata().getName(), e.getMessage());
      return assessor.refused(capture, restarted, e.getMessage());
    }
  }

  private static Optional<ResourceID> captureOf(HasMetadata object) {
    Map<String, String> labels = object.getMetadata().getLabels();
    String capture = labels == null ? null : labels.get(Names.CAPTURE);
    return capture == null
        ? Optional.empty()
        : Optional.of(
            new ResourceID(
                capture,
                labels.getOrDefault(Names.CAPTURE_NAMESPACE, object.getMetadata().getNamespace())));
  }

  private static boolean paused(HeisenbugCapture capture) {
    return capture.getMetadata().getAnnotations() != null
        && "true".equals(capture.getMetadata().getAnnotations().get(Names.PAUSED));
  }
}
