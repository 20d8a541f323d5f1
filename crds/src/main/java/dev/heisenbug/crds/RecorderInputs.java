package dev.heisenbug.crds;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Which inputs of the program the recorder keeps. */
public enum RecorderInputs {
  @JsonProperty("standard")
  STANDARD,
  @JsonProperty("network")
  NETWORK;

  /** As the agent reads it. */
  public String text() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
