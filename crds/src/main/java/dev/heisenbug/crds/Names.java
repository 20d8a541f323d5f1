package dev.heisenbug.crds;

/** Labels, annotations and other names that users and the parts of the system agree on. */
public final class Names {
  public static final String GROUP = "heisenbug.dev";
  public static final String VERSION = "v1alpha1";

  /** Label on a pod or namespace: {@code enabled} asks for recording, {@code disabled} forbids. */
  public static final String RECORD = GROUP + "/record";

  /** Label that the webhook puts on a pod: {@code true} or {@code skipped}. */
  public static final String INJECTED = GROUP + "/injected";

  /** Annotation on a pod: why it was skipped. */
  public static final String SKIPPED_REASON = GROUP + "/skipped-reason";

  /** Label on pods, Jobs and reproductions: the capture they belong to. */
  public static final String CAPTURE = GROUP + "/capture";

  /** Label on pods and reproductions whose capture is in another namespace: which one. */
  public static final String CAPTURE_NAMESPACE = GROUP + "/capture-namespace";

  /** Annotation on a namespace: the namespaces, with commas, whose captures may record here. */
  public static final String CAPTURES_FROM = GROUP + "/captures-from";

  /** Label on Jobs and their pods: the reproduction they work for. */
  public static final String REPRODUCTION = GROUP + "/reproduction";

  /** Label on Jobs and their pods: {@code analyze} or {@code replay}. */
  public static final String STAGE = GROUP + "/stage";

  /** Annotation on a pod: the recorded container. */
  public static final String CONTAINER = GROUP + "/container";

  /** Annotation on a capture: a new value restarts the workloads whose pods are not recorded. */
  public static final String RESTART = GROUP + "/restart";

  /** Annotation on a finished reproduction: a new value analyzes and replays once more. */
  public static final String RETRY = GROUP + "/retry";

  /** Finalizer of reproductions whose objects in storage go with them. */
  public static final String STORAGE_FINALIZER = GROUP + "/storage";

  /** Label of nodes: {@code true} where the probe really opened an Intel PT event. */
  public static final String INTEL_PT = GROUP + "/intel-pt";

  /** Annotation on nodes: what the probe found. */
  public static final String INTEL_PT_DETAIL = GROUP + "/intel-pt-detail";

  /** Label of nodes with Intel PT: the capability that opening events there takes. */
  public static final String PT_CAPABILITY = GROUP + "/intel-pt-capability";

  /** Annotation on a pod: whether its Intel PT trace is recorded, and if not why. */
  public static final String PT_RECORDING = GROUP + "/pt-recording";

  /** Annotation on any of our objects: {@code true} makes the operator leave it alone. */
  public static final String PAUSED = GROUP + "/paused";

  /** Label of a ConfigMap that is never made, and the webhook's signature on it. */
  public static final String SELF_TEST = GROUP + "/self-test";

  /** Audience of the tokens that pods show to the operator. */
  public static final String AUDIENCE = GROUP;

  private Names() {}
}
