package dev.heisenbug.crds;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Size;
import io.fabric8.kubernetes.api.model.LabelSelector;
import java.util.List;
import java.util.function.Consumer;

/** What to record, how much of it, and what to do with a failure. */
public record CaptureSpec(
    @JsonPropertyDescription(
            "Which pods are recorded, by their labels; or name a workload instead. Pods must also opt in: they or their"
                + " namespace carry the label heisenbug.dev/record=enabled. Of several captures"
                + " that match a pod the oldest takes it.")
        LabelSelector selector,
    @JsonPropertyDescription("The workload whose pods are recorded, instead of a selector.")
        WorkloadRef workload,
    @Size(max = 100)
        @JsonPropertyDescription(
            "Namespaces whose pods are recorded, by name. Empty: the capture's own and no other. Any"
                + " other namespace must allow it: its annotation heisenbug.dev/captures-from names"
                + " the capture's namespace, and the chart's crossNamespace.enabled is true."
                + " Reproductions are made in the namespace of the pod, and credentialsSecret is"
                + " looked for there.")
        List<String> namespaces,
    @JsonPropertyDescription(
            "Names of the containers that may be recorded; the first that the pod has is taken."
                + " Empty: the one that the pod's annotation kubectl.kubernetes.io/default-container"
                + " names, else its first.")
        List<String> containers,
    @Default("Auto")
        @JsonPropertyDescription(
            "Runtime of the containers. Jvm: the agent of JVMs. Native: the preload agent records a"
                + " program that is linked against glibc; its failures are stored and end in the"
                + " verdict Unknown, because their analysis is not built yet. Auto: both, where the"
                + " pod itself does not tell that it runs Java; each leaves the other kind of"
                + " process alone, and the preload agent those of a single thread.")
        RuntimeKind runtime,
    @JsonPropertyDescription("What the recorder writes.") RecorderSpec recorder,
    @JsonPropertyDescription("What counts as a failure.") FailureSpec failures,
    @JsonPropertyDescription("How many of the matching pods are recorded.") SamplingSpec sampling,
    @JsonPropertyDescription(
            "Whether pods are sent to nodes with Intel Processor Trace, and recorded by it.")
        PtSpec intelPt,
    @JsonPropertyDescription(
            "Object storage for bundles and results. Without it the operator's default is used.")
        StorageSpec storage,
    @JsonPropertyDescription("Limits of the analysis.") AnalysisSpec analysis,
    @JsonPropertyDescription("How the schedule is verified.") ReplaySpec replay,
    @JsonPropertyDescription("What analysis and replay Jobs have of the pod besides its program.")
        JobsSpec jobs,
    @JsonPropertyDescription("How long bundles stay.") RetentionSpec retention,
    @Default("false")
        @JsonPropertyDescription(
            "True stops new injections and new Jobs; pods that are being recorded go on.")
        Boolean suspend) {
  public CaptureSpec {
    namespaces = namespaces == null ? List.of() : List.copyOf(namespaces);
    containers = containers == null ? List.of() : List.copyOf(containers);
    runtime = runtime == null ? RuntimeKind.Auto : runtime;
    recorder = recorder == null ? RecorderSpec.standard() : recorder;
    failures = failures == null ? FailureSpec.standard() : failures;
    sampling = sampling == null ? SamplingSpec.standard() : sampling;
    intelPt = intelPt == null ? PtSpec.standard() : intelPt;
    analysis = analysis == null ? AnalysisSpec.standard() : analysis;
    replay = replay == null ? ReplaySpec.standard() : replay;
    jobs = jobs == null ? JobsSpec.standard() : jobs;
    retention = retention == null ? RetentionSpec.standard() : retention;
    suspend = suspend != null && suspend;
  }

  /** A capture of the pods that the selector matches, everything else by default. */
  public static CaptureSpec of(LabelSelector selector) {
    return new CaptureSpec(
        selector, null, null, null, null, null, null, null, null, null, null, null, null, null,
        null);
  }

  /** The same for the pods of a workload. */
  public CaptureSpec withWorkload(WorkloadRef other) {
    return with(
        d -> {
          d.selector = null;
          d.workload = other;
        });
  }

  public CaptureSpec withNamespaces(List<String> other) {
    return with(d -> d.namespaces = other);
  }

  public CaptureSpec withRuntime(RuntimeKind other) {
    return with(d -> d.runtime = other);
  }

  public CaptureSpec withRecorder(RecorderSpec other) {
    return with(d -> d.recorder = other);
  }

  public CaptureSpec withIntelPt(PtSpec other) {
    return with(d -> d.intelPt = other);
  }

  public CaptureSpec withStorage(StorageSpec other) {
    return with(d -> d.storage = other);
  }

  public CaptureSpec withAnalysis(AnalysisSpec other) {
    return with(d -> d.analysis = other);
  }

  public CaptureSpec withRetention(RetentionSpec other) {
    return with(d -> d.retention = other);
  }

  public CaptureSpec withSuspend(boolean other) {
    return with(d -> d.suspend = other);
  }

  public CaptureSpec withJobs(JobsSpec other) {
    return with(d -> d.jobs = other);
  }

  private CaptureSpec with(Consumer<CaptureDraft> change) {
    CaptureDraft draft = new CaptureDraft(this);
    change.accept(draft);
    return draft.finish();
  }
}
