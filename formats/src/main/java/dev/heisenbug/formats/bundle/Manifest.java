package dev.heisenbug.formats.bundle;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;

/**
 * What {@code manifest.json} says; appears by a rename when the bundle is sealed.
 *
 * @param formatVersion readers refuse later versions
 * @param runtime {@code jvm} or {@code native}
 * @param image container image with its digest, null outside a cluster
 * @param options the recorder's configuration and limits
 * @param markers honest notes on what is missing: truncation, gaps, a crash while writing
 * @param failure the first failure, null if the run ended well
 * @param overhead what recording cost, null if it was not measured
 * @param checksums SHA-256 of every other file of the bundle
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Manifest(
    int formatVersion,
    String runtime,
    Launch launch,
    String image,
    Map<String, String> options,
    ClockInfo clock,
    Counts counts,
    List<String> markers,
    Failure failure,
    List<Failure> furtherFailures,
    Overhead overhead,
    Map<String, String> checksums) {
  /** The version that this software writes. */
  public static final int VERSION = 1;

  /** Marker: the size cap or the disk ended the recording before the program. */
  public static final String TRUNCATED = "truncated";

  /** Marker: the program died without closing the recording. */
  public static final String CRASHED = "crashed-while-writing";

  public Manifest {
    options = options == null ? Map.of() : Map.copyOf(options);
    markers = markers == null ? List.of() : List.copyOf(markers);
    furtherFailures = furtherFailures == null ? List.of() : List.copyOf(furtherFailures);
    checksums = checksums == null ? Map.of() : Map.copyOf(checksums);
  }

  /** Of a recorder that does not measure what it costs. */
  public Manifest(
      int formatVersion,
      String runtime,
      Launch launch,
      String image,
      Map<String, String> options,
      ClockInfo clock,
      Counts counts,
      List<String> markers,
      Failure failure,
      List<Failure> furtherFailures,
      Map<String, String> checksums) {
    this(
        formatVersion,
        runtime,
        launch,
        image,
        options,
        clock,
        counts,
        markers,
        failure,
        furtherFailures,
        null,
        checksums);
  }

  /** Whether a marker of this kind is there. */
  public boolean marked(String kind) {
    return markers.stream().anyMatch(marker -> marker.startsWith(kind));
  }
}
