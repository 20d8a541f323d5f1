package dev.heisenbug.crds;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What the recorder writes. */
public enum RecorderMode {
  @JsonProperty("default")
  DEFAULT,
  @JsonProperty("clap")
  CLAP,
  @JsonProperty("symber")
  SYMBER;

  /** As the agent reads it. */
  public String text() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
