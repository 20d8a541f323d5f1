package dev.heisenbug.formats.bundle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The folder that a native recording is written to: {@code perf.data}, the binaries as {@code
 * bin-BUILDID}, the preload agent's logs, the core file; sealing it is one rename.
 */
public final class NativeFolder {
  /** The trace, from hardware or from the software recorder. */
  public static final String PERF_DATA = "perf.data";

  /** The failed process. */
  public static final String CORE = "core";

  /** One line per thread: tree id, process, thread, instructions (-1 when not counted). */
  public static final String THREADS = "threads.tsv";

  /**
   * Where perf ran outside the process's own namespace, one line per thread: number in the trace,
   * number in the logs of the preload agent.
   */
  public static final String PT_THREADS = "pt-threads.tsv";

  /** One line per binary: file in the bundle, build id or -, path on the recorded machine. */
  public static final String BINARIES = "binaries.tsv";

  /** Before the build id, or a checksum where a file has none. */
  public static final String BINARY_PREFIX = "bin-";

  /** Before the process id in the name of a log of the preload agent. */
  public static final String PRELOAD_PREFIX = "preload-";

  /** The clock calibration before and after the run. */
  public static final String CALIBRATION = "calibration.json";

  static final String STARTED = "native.json";

  private NativeFolder() {}

  /** What is known when the program starts, so that a crash of the recorder leaves a bundle. */
  public static void start(Path folder, Launch launch, Map<String, String> options)
      throws IOException {
    Manifest begun =
        new Manifest(
            Manifest.VERSION,
            "native",
            launch,
            null,
            options,
            null,
            null,
            List.of(Manifest.CRASHED),
            null,
            null,
            null);
    ObjectNode node = Json.MAPPER.createObjectNode();
    node.put("recorder", ProcessHandle.current().pid());
    node.set("manifest", Json.MAPPER.valueToTree(begun));
    Files.write(folder.resolve(STARTED), Json.MAPPER.writeValueAsBytes(node));
  }

  static boolean started(Path folder) {
    return Files.exists(folder.resolve(STARTED));
  }

  /** The manifest of a recording whose recorder did not come to its end. */
  static Manifest unsealed(Path folder) throws IOException {
    JsonNode node = Json.readIfThere(folder.resolve(STARTED));
    long pid = node.path("recorder").asLong();
    if (ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false)) {
      throw new BundleException(
          BundleState.RUNNING,
          "The program is still being recorded by process %d: wait for its end.".formatted(pid));
    }
    return Json.MAPPER.treeToValue(node.path("manifest"), Manifest.class);
  }

  /** Seals the recording; {@code manifest} comes without checksums. */
  public static Manifest seal(Path folder, Manifest manifest) throws IOException {
    Files.deleteIfExists(folder.resolve(STARTED));
    Manifest complete =
        new Manifest(
            manifest.formatVersion(),
            manifest.runtime(),
            manifest.launch(),
            manifest.image(),
            manifest.options(),
            manifest.clock(),
            manifest.counts(),
            manifest.markers(),
            manifest.failure(),
            manifest.furtherFailures(),
            Checksums.of(folder));
    BundleFolder.write(folder, complete);
    return complete;
  }
}
