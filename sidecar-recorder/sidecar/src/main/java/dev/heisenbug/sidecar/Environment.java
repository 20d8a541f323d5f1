package dev.heisenbug.sidecar;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** The settings that the operator puts into the container. */
record Environment(Map<String, String> variables) {
  /** Where the agent writes, one folder per process. */
  Path recordings() {
    return Path.of(required("HEISENBUG_RECORDINGS"));
  }

  /** Where sealed bundles wait for their upload. */
  Path spool() {
    return Path.of(required("HEISENBUG_SPOOL"));
  }

  long spoolBytes() {
    return Long.parseLong(required("HEISENBUG_SPOOL_BYTES"));
  }

  /** The folder that a Job's containers share. */
  Path work() {
    return Path.of(required("HEISENBUG_WORK"));
  }

  String container() {
    return required("HEISENBUG_CONTAINER");
  }

  String image() {
    return variables.get("HEISENBUG_IMAGE");
  }

  int settleSeconds() {
    return Integer.parseInt(required("HEISENBUG_SETTLE_SECONDS"));
  }

  /** Whether the cluster starts a container again that ended well. */
  boolean restartsAlways() {
    return !"Never".equals(variables.get("HEISENBUG_RESTART_POLICY"))
        && !"OnFailure".equals(variables.get("HEISENBUG_RESTART_POLICY"));
  }

  boolean restartsNever() {
    return "Never".equals(variables.get("HEISENBUG_RESTART_POLICY"));
  }

  /** Where node-feature-discovery looks for features, if a probe is to tell it. */
  Optional<NfdFile> nfd() {
    return Optional.ofNullable(variables.get("HEISENBUG_NFD")).map(f -> new NfdFile(Path.of(f)));
  }

  OperatorClient operator() {
    return new OperatorClient(
        required("HEISENBUG_OPERATOR"),
        required("HEISENBUG_CA"),
        Path.of(required("HEISENBUG_TOKEN")));
  }

  String required(String name) {
    String value = variables.get(name);
    if (value == null || value.isEmpty()) {
      throw new IllegalStateException("the variable " + name + " is not set");
    }
    return value;
  }
}
