package dev.heisenbug.crds;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Memory models that a failure can be explained under. */
public enum MemoryModelKind {
  @JsonProperty("sc")
  SC,
  @JsonProperty("tso")
  TSO,
  @JsonProperty("pso")
  PSO;

  /** As the command line reads it. */
  public String text() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
