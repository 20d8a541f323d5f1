package dev.heisenbug.crds;

import io.fabric8.kubernetes.api.model.LabelSelector;
import java.util.List;

/** A spec that is being changed, because a record of many parts has no other way to change one. */
final class CaptureDraft {
  LabelSelector selector;
  WorkloadRef workload;
  List<String> namespaces;
  List<String> containers;
  RuntimeKind runtime;
  RecorderSpec recorder;
  FailureSpec failures;
  SamplingSpec sampling;
  PtSpec intelPt;
  StorageSpec storage;
  AnalysisSpec analysis;
  ReplaySpec replay;
  JobsSpec jobs;
  RetentionSpec retention;
  Boolean suspend;

  CaptureDraft(CaptureSpec spec) {
    selector = spec.selector();
    workload = spec.workload();
    namespaces = spec.namespaces();
    containers = spec.containers();
    runtime = spec.runtime();
    recorder = spec.recorder();
    failures = spec.failures();
    sampling = spec.sampling();
    intelPt = spec.intelPt();
    storage = spec.storage();
    analysis = spec.analysis();
    replay = spec.replay();
    jobs = spec.jobs();
    retention = spec.retention();
    suspend = spec.suspend();
  }

  CaptureSpec finish() {
    return new CaptureSpec(
        selector,
        workload,
        namespaces,
        containers,
        runtime,
        recorder,
        failures,
        sampling,
        intelPt,
        storage,
        analysis,
        replay,
        jobs,
        retention,
        suspend);
  }
}
