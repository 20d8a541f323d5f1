package dev.heisenbug.formats.bundle;

import java.util.List;

/**
 * Sizes of a recording.
 *
 * @param bytes bytes of the event file
 * @param notWoven classes that ran unrecorded, each with the reason
 * @param internalFaults faults of the recorder itself
 */
public record Counts(
    int threads,
    long bytes,
    int classes,
    int classesNotWoven,
    List<String> notWoven,
    int internalFaults) {
  public Counts {
    notWoven = notWoven == null ? List.of() : List.copyOf(notWoven);
  }
}
