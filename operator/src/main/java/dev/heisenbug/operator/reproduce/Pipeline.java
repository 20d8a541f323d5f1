package dev.heisenbug.operator.reproduce;

import dev.heisenbug.crds.BundleRef;
import dev.heisenbug.crds.HeisenbugCapture;
import dev.heisenbug.crds.HeisenbugReproduction;
import dev.heisenbug.crds.Names;
import dev.heisenbug.crds.Phase;
import dev.heisenbug.formats.schedule.Verdict;
import dev.heisenbug.formats.transfer.StageResult;
import dev.heisenbug.formats.transfer.TransferNames;
import dev.heisenbug.operator.Settings;
import dev.heisenbug.operator.observe.Events;
import dev.heisenbug.operator.observe.OperatorMetrics;
import dev.heisenbug.operator.pods.Parts;
import dev.heisenbug.operator.pods.PodEvents;
import dev.heisenbug.operator.server.Caches;
import dev.heisenbug.operator.server.CertificateKeeper;
import dev.heisenbug.operator.server.NamespaceBounds;
import dev.heisenbug.operator.storage.Keys;
import dev.heisenbug.operator.storage.ObjectStore;
import dev.heisenbug.operator.storage.StorageException;
import dev.heisenbug.operator.storage.Stores;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * One step of a reproduction at a time, from what the cluster and storage say now: a restart of the
 * operator in any phase goes on where it was.
 */
@ApplicationScoped
public class Pipeline {
  private static final int YOUNG_SECONDS = 15;

  private final Settings settings;
  private final KubernetesClient client;
  private final Stores stores;
  private final Events events;
  private final OperatorMetrics metrics;
  private final Retention retention;
  private final Caches caches;
  private final NamespaceBounds bounds;
  private final PodEvents podEvents;
  private final StageJob jobs;

  public Pipeline(
      Settings settings,
      KubernetesClient client,
      Stores stores,
      Events events,
      OperatorMetrics metrics,
      Retention retention,
      Caches caches,
      NamespaceBounds bounds,
      PodEvents podEvents,
      CertificateKeeper certificates) {
    this.settings = settings;
    this.client = client;
    this.stores = stores;
    this.events = events;
    this.metrics = metrics;
    this.retention = retention;
    this.caches = caches;
    this.bounds = bounds;
    this.podEvents = podEvents;
    this.jobs = new StageJob(settings, new Parts(settings, certificates::caPem));
  }

  /** Whether the reproduction was old enough to be removed, and was. */
  boolean expire(HeisenbugReproduction reproduction) {
    return retention.expire(reproduction);
  }

  /** Forgets what the stages came to, so that they run once more; the bundle stays. */
  void retry(HeisenbugReproduction r, String request, Progress progress) throws StorageException {
    for (Stage stage : Stage.values()) {
      removeJob(r, stage);
      store(r).remove(r.getSpec().bundle().beside(StageResult.file(stage.text())));
    }
    progress.retry(request);
    events.normal(r, "Retried", "Analysis and replay are done once more.");
  }

  /** Goes as far as it gets; true if nothing will tell when to look again. */
  boolean advance(HeisenbugReproduction r, Progress progress) throws StorageException {
    if (progress.phase() == Phase.Sealed && !begin(r, progress)) {
      return false;
    }
    if (progress.phase() == Phase.Analyzing) {
      return stage(r, progress, Stage.ANALYZE);
    }
    return progress.phase() == Phase.Replaying && stage(r, progress, Stage.REPLAY);
  }

  private boolean begin(HeisenbugReproduction r, Progress progress) throws StorageException {
    BundleRef bundle = r.getSpec().bundle();
    String own =
        Keys.namespaceFolder(
            stores.prefix(r.getSpec().storage()),
            settings.cluster(),
            r.getMetadata().getNamespace());
    if (!bundle.key().startsWith(own)) {
      decide(r, progress, new Verdict.Unknown("spec.bundle.key is not of this namespace"));
      return false;
    }
    if (store(r).size(bundle.beside(TransferNames.SEAL)) < 0
        || store(r).size(bundle.key()) != bundle.bytes()) {
      decide(r, progress, new Verdict.Unknown("the bundle is not complete in storage"));
      return false;
    }
    progress
        .conditions()
        .set(
            "Sealed",
            true,
            "BundleComplete",
            "%d bytes in %s.".formatted(bundle.bytes(), bundle.key()));
    if (r.getSpec().runtime().equals("native")) {
      decide(r, progress, new Verdict.Unknown("native analysis not built yet"));
      return false;
    }
    progress.phase(Phase.Analyzing);
    return true;
  }

  private boolean stage(HeisenbugReproduction r, Progress progress, Stage stage)
      throws StorageException {
    String name = StageJob.name(r, stage);
    String namespace = r.getMetadata().getNamespace();
    Job job = client.batch().v1().jobs().inNamespace(namespace).withName(name).get();
    if (job == null) {
      StageResult result = result(r, stage);
      if (result != null) {
        return finished(r, progress, stage, result);
      }
      if (suspended(r, progress, stage)) {
        return true;
      }
      Pod pod = Serialization.unmarshal(text(r, TransferNames.POD), Pod.class);
      Snapshot snapshot = new Snapshot(pod, r.getSpec().source().container(), r.getSpec().jobs());
      progress.environment(snapshot.replacedVolumes(), snapshot.initContainersNotRun());
      client.resource(StageJob.fit(jobs.build(r, stage, snapshot), bounds.of(namespace))).create();
      events.normal(r, stage == Stage.ANALYZE ? "AnalysisStarted" : "ReplayStarted", "Job " + name);
      return false;
    }
    return switch (JobState.of(
        job, () -> young(job) ? List.of() : podsOf(r, stage), podEvents::of)) {
      case JobState.Running running -> {
        if (!young(job)) {
          progress.unstuck(condition(stage));
        }
        yield true;
      }
      case JobState.Stuck stuck -> {
        if (progress.stuck(condition(stage), stuck)) {
          events.warning(r, stuck.reason(), stuck.message());
        }
        yield true;
      }
      case JobState.Complete complete -> {
        StageResult result = result(r, stage);
        yield result == null
            ? broken(r, progress, stage, "StageFailed", "the Job completed without a result")
            : finished(r, progress, stage, result);
      }
      case JobState.Failed failed -> {
        StageResult result = result(r, stage);
        yield result == null
            ? broken(r, progress, stage, failed.reason(), failed.message())
            : finished(r, progress, stage, result);
      }
    };
  }

  /** A suspended capture starts no Jobs; its reproductions go on when it does. */
  private boolean suspended(HeisenbugReproduction r, Progress progress, Stage stage) {
    HeisenbugCapture capture = caches.capture(r);
    if (capture == null || !capture.getSpec().suspend()) {
      progress.conditions().removeIf(condition(stage), "Suspended");
      return false;
    }
    progress
        .conditions()
        .unknown(condition(stage), "Suspended", "The capture is suspended: no Job is started.");
    return true;
  }

  /** A Job that has just begun cannot have failed or be stuck: nobody has to look at its pods. */
  private static boolean young(Job job) {
    return (job.getStatus() == null || job.getStatus().getConditions().isEmpty())
        && Instant.parse(job.getMetadata().getCreationTimestamp())
            .isAfter(Instant.now().minusSeconds(YOUNG_SECONDS));
  }

  private List<Pod> podsOf(HeisenbugReproduction r, Stage stage) {
    return client
        .pods()
        .inNamespace(r.getMetadata().getNamespace())
        .withLabel(Names.REPRODUCTION, r.getMetadata().getName())
        .withLabel(Names.STAGE, stage.text())
        .list()
        .getItems();
  }

  private boolean finished(
      HeisenbugReproduction r, Progress progress, Stage stage, StageResult result)
      throws StorageException {
    StageOutcome outcome = StageOutcome.of(stage, result);
    metrics.stage(stage.text(), outcome.getClass().getSimpleName(), result.seconds());
    BundleRef bundle = r.getSpec().bundle();
    switch (outcome) {
      case StageOutcome.Scheduled scheduled -> {
        progress.analyzed(
            result.seconds(), scheduled.contextSwitches(), bundle.beside(TransferNames.SCHEDULE));
        progress.phase(Phase.Replaying);
        metrics.contextSwitches(scheduled.contextSwitches());
        events.normal(
            r,
            "ScheduleFound",
            "A schedule with %d context switches after %d s."
                .formatted(scheduled.contextSwitches(), result.seconds()));
        removeJob(r, stage);
        return stage(r, progress, Stage.REPLAY);
      }
      case StageOutcome.Decided decided -> {
        if (stage == Stage.REPLAY) {
          progress.replayed(result.seconds(), report(r));
        } else {
          progress.analysisTook(result.seconds());
          progress.conditions().set("Analyzed", false, "NoSchedule", decided.verdict().text());
        }
        decide(r, progress, decided.verdict());
        removeJob(r, stage);
        return false;
      }
      case StageOutcome.Broken broken -> {
        return broken(r, progress, stage, "StageFailed", broken.message());
      }
    }
  }

  /** The Job stays for people to look at; the verdict says that nothing was proved. */
  private boolean broken(
      HeisenbugReproduction r, Progress progress, Stage stage, String reason, String message) {
    progress.conditions().set("Failed", true, reason, message);
    metrics.stage(stage.text(), "Broken", 0);
    decide(r, progress, new Verdict.Unknown(stage.text() + " failed: " + reason + ": " + message));
    return false;
  }

  private void decide(HeisenbugReproduction r, Progress progress, Verdict verdict) {
    progress.decide(verdict);
    metrics.verdict(verdict.getClass().getSimpleName());
    if (r.getSpec().failure().time() != null) {
      metrics.reproductionTime(
          Duration.between(Instant.parse(r.getSpec().failure().time()), Instant.now()));
    }
    if (verdict instanceof Verdict.Reproduced) {
      events.normal(r, "Reproduced", verdict.text());
    } else {
      events.warning(r, verdict.getClass().getSimpleName(), verdict.text());
    }
  }

  private void removeJob(HeisenbugReproduction r, Stage stage) {
    client
        .batch()
        .v1()
        .jobs()
        .inNamespace(r.getMetadata().getNamespace())
        .withName(StageJob.name(r, stage))
        .withPropagationPolicy(DeletionPropagation.BACKGROUND)
        .delete();
  }

  private String report(HeisenbugReproduction r) throws StorageException {
    String key = r.getSpec().bundle().beside(TransferNames.REPORT);
    return store(r).size(key) < 0 ? null : key;
  }

  /** What the stage left, or null. */
  private StageResult result(HeisenbugReproduction r, Stage stage) throws StorageException {
    String key = r.getSpec().bundle().beside(StageResult.file(stage.text()));
    if (store(r).size(key) < 0) {
      return null;
    }
    return Serialization.unmarshal(text(r, StageResult.file(stage.text())), StageResult.class);
  }

  private String text(HeisenbugReproduction r, String name) throws StorageException {
    return new String(store(r).read(r.getSpec().bundle().beside(name)), StandardCharsets.UTF_8);
  }

  private ObjectStore store(HeisenbugReproduction r) throws StorageException {
    return stores.of(r.getMetadata().getNamespace(), r.getSpec().storage());
  }

  private static String condition(Stage stage) {
    return stage == Stage.ANALYZE ? "Analyzed" : "Reproduced";
  }
}
