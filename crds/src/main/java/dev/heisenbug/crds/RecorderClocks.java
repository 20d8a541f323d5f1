package dev.heisenbug.crds;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Where the recorder reads the clock besides synchronisation. */
public enum RecorderClocks {
  @JsonProperty("sync")
  SYNC,
  @JsonProperty("all")
  ALL,
  @JsonProperty("func")
  FUNC,
  @JsonProperty("loop")
  LOOP,
  @JsonProperty("both")
  BOTH;

  /** As the agent reads it. */
  public String text() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
