package dev.heisenbug.operator;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.util.List;
import java.util.Optional;

/** What the chart tells the operator. */
@ConfigMapping(prefix = "heisenbug")
public interface Settings {
  /** Namespace of the operator itself. */
  @WithDefault("heisenbug")
  String namespace();

  /** Name of the release: the prefix of the objects that the operator keeps. */
  @WithDefault("heisenbug")
  String release();

  /** What this process does. */
  @WithDefault("All")
  Role role();

  /** Name of this cluster in object keys. */
  @WithDefault("default")
  String cluster();

  /** Where pods reach the operator, such as {@code https://heisenbug.heisenbug.svc:8443}. */
  @WithDefault("https://heisenbug.heisenbug.svc:8443")
  String address();

  /** Further names and addresses that the serving certificate is for. */
  Optional<List<String>> certificateNames();

  /** Port of the webhook and of the pods' requests. */
  @WithDefault("8443")
  int port();

  /** Port of the page on the pod's loopback; negative: none. */
  @WithDefault("8081")
  int pagePort();

  /** Whether to try from time to time that the API server reaches the webhook. */
  @WithDefault("false")
  boolean selfTest();

  /** Whether metrics are served over TLS to those who may get them, and not on the plain port. */
  @WithDefault("false")
  boolean secureMetrics();

  /** Namespaces to look at; empty is all. */
  Optional<List<String>> watchNamespaces();

  /** Whether captures may record in other namespaces that let them in. */
  @WithDefault("false")
  boolean crossNamespace();

  /** Whether a DaemonSet of the release records Intel PT where sidecars may not. */
  @WithDefault("false")
  boolean nodeAgent();

  /** Image with the recorder's sidecar. */
  @WithDefault("heisenbug/sidecar:dev")
  String sidecarImage();

  /** Image with the sidecar and perf; empty: Intel PT is not recorded. */
  Optional<String> ptImage();

  /** What perf records; another one only in tests. */
  @WithDefault("intel_pt//u")
  String ptEvent();

  /** Image with analyzer and replayer. */
  @WithDefault("heisenbug/tools:dev")
  String toolsImage();

  @WithDefault("IfNotPresent")
  String imagePullPolicy();

  /** Secrets that recorded pods and Jobs need to pull our images, in their own namespaces. */
  Optional<List<String>> podPullSecrets();

  /** Whether sidecars are init containers that go on running: Auto, Always, Never. */
  @WithDefault("Auto")
  String nativeSidecars();

  /** Seconds that an upload link is good for. */
  @WithDefault("900")
  int linkSeconds();

  /** Seconds between looks at a capture's storage and pods. */
  @WithDefault("30")
  int resyncSeconds();

  /** Days that a serving certificate is good for; it is renewed after two thirds. */
  @WithDefault("90")
  int certificateDays();

  /** A Secret with tls.crt, tls.key and ca.crt that somebody else keeps; empty: we do. */
  Optional<String> certificateSecret();

  Storage storage();

  /** The default storage. */
  interface Storage {
    Optional<String> endpoint();

    @WithDefault("us-east-1")
    String region();

    @WithDefault("heisenbug")
    String bucket();

    Optional<String> prefix();

    @WithDefault("true")
    boolean pathStyle();

    /** In PEM, where the endpoint's certificate is of a private authority. */
    Optional<String> caBundle();

    Optional<String> accessKey();

    Optional<String> secretKey();

    /** Whether pods speak to storage themselves; else everything goes through the operator. */
    @WithDefault("true")
    boolean presigned();

    /** Whether credentials come from the operator's own account instead of keys. */
    @WithDefault("false")
    boolean workloadIdentity();

    /** Who gives credentials for a token; empty: what the pod's environment names. */
    Optional<String> stsEndpoint();

    /** File with the token for it. */
    Optional<String> tokenFile();

    /** The role to ask for there. */
    Optional<String> role();

    /** Makes the bucket if it is not there; for the embedded server. */
    @WithDefault("false")
    boolean createBucket();
  }
}
