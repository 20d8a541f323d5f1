package dev.heisenbug.formats.bundle;

import com.fasterxml.jackson.annotation.JsonIgnore;

/**
 * What recording cost the process until the recording ended, in nanoseconds. All but the hooks was
 * timed; of the hooks the agent measured what one call costs and the recording says how many there
 * were.
 *
 * @param processNs processor time of the process, the recorder's included
 * @param weavingNs what class loading waited for the weaver
 * @param growingNs what threads waited for room in the event file
 * @param watchingNs what the agent's own thread took
 * @param hooksNs what the hooks took
 */
public record Overhead(
    long processNs, long weavingNs, long growingNs, long watchingNs, long hooksNs) {
  /** The recorder's time for each second of the program's own. */
  @JsonIgnore
  public double ratio() {
    long recorder = weavingNs + growingNs + watchingNs + hooksNs;
    return (double) recorder / Math.max(1, processNs - recorder);
  }
}
