package dev.heisenbug.operator.reproduce;

import dev.heisenbug.crds.HeisenbugReproduction;
import dev.heisenbug.crds.Names;
import dev.heisenbug.operator.storage.StorageException;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.api.config.informer.Informer;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import java.time.Duration;
import java.util.List;
import org.jboss.logging.Logger;

/** Takes a sealed bundle to its verdict: a Job that analyzes, a Job that replays. */
@ControllerConfiguration(
    name = "reproduction",
    generationAwareEventProcessing = false,
    informer = @Informer(onUpdateFilter = SpecOrAnnotations.class))
public class ReproductionReconciler implements Reconciler<HeisenbugReproduction> {
  private static final Logger LOG = Logger.getLogger(ReproductionReconciler.class);
  private static final Duration SOON = Duration.ofSeconds(10);

  private final Pipeline pipeline;

  public ReproductionReconciler(Pipeline pipeline) {
    this.pipeline = pipeline;
  }

  @Override
  public List<EventSource<?, HeisenbugReproduction>> prepareEventSources(
      EventSourceContext<HeisenbugReproduction> context) {
    return List.of(
        new InformerEventSource<>(
            InformerEventSourceConfiguration.from(Job.class, HeisenbugReproduction.class)
                .withLabelSelector(Names.STAGE)
                .withNamespacesInheritedFromController()
                .build(),
            context));
  }

  @Override
  public UpdateControl<HeisenbugReproduction> reconcile(
      HeisenbugReproduction cached, Context<HeisenbugReproduction> context) {
    // The cache may not have our own last step yet, and a step must not be done twice.
    HeisenbugReproduction reproduction = context.getClient().resource(cached).get();
    if (reproduction == null || paused(reproduction)) {
      return UpdateControl.noUpdate();
    }
    String retry = retryOf(reproduction);
    if (reproduction.getStatus() != null && reproduction.getStatus().finished() && retry == null) {
      return pipeline.expire(reproduction)
          ? UpdateControl.noUpdate()
          : UpdateControl.<HeisenbugReproduction>noUpdate().rescheduleAfter(Duration.ofHours(1));
    }
    Progress progress = new Progress(reproduction);
    boolean waiting;
    try {
      if (retry != null) {
        pipeline.retry(reproduction, retry, progress);
        // The old Jobs go first; their names are needed again.
        waiting = true;
      } else {
        waiting = pipeline.advance(reproduction, progress);
      }
      progress.recovered();
    } catch (StorageException e) {
      progress.conditions().unknown("Sealed", e.reason().name(), e.getMessage());
      waiting = true;
    } catch (KubernetesClientException e) {
      LOG.warnf("%s: %s", reproduction.getMetadata().getName(), e.getMessage());
      progress.conditions().set("Failed", true, "ApiRefused", e.getMessage());
      waiting = true;
    }
    UpdateControl<HeisenbugReproduction> control =
        progress.changed()
            ? UpdateControl.patchStatus(withStatus(reproduction, progress))
            : UpdateControl.noUpdate();
    return waiting ? control.rescheduleAfter(SOON) : control;
  }

  /** A request to try again that was not carried out yet, or null. */
  private static String retryOf(HeisenbugReproduction r) {
    String asked =
        r.getMetadata().getAnnotations() == null
            ? null
            : r.getMetadata().getAnnotations().get(Names.RETRY);
    return asked == null
            || r.getStatus() == null
            || !r.getStatus().finished()
            || asked.equals(r.getStatus().retried())
        ? null
        : asked;
  }

  private static boolean paused(HeisenbugReproduction reproduction) {
    return reproduction.getMetadata().getAnnotations() != null
        && "true".equals(reproduction.getMetadata().getAnnotations().get(Names.PAUSED));
  }

  /** Only what we own: server-side apply takes everything in it as ours. */
  private static HeisenbugReproduction withStatus(
      HeisenbugReproduction reproduction, Progress progress) {
    HeisenbugReproduction fresh = new HeisenbugReproduction();
    fresh.setMetadata(
        new ObjectMetaBuilder()
            .withName(reproduction.getMetadata().getName())
            .withNamespace(reproduction.getMetadata().getNamespace())
            .build());
    fresh.setStatus(progress.status());
    return fresh;
  }
}
