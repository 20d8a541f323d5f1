package dev.heisenbug.sidecar;

import dev.heisenbug.formats.bundle.ClockInfo;
import dev.heisenbug.formats.bundle.Counts;
import dev.heisenbug.formats.bundle.Failure;
import dev.heisenbug.formats.bundle.FailureKind;
import dev.heisenbug.formats.bundle.Launch;
import dev.heisenbug.formats.bundle.Manifest;
import dev.heisenbug.formats.bundle.NativeFolder;
import dev.heisenbug.formats.preload.PreloadLog;
import dev.heisenbug.nativerec.preload.CrashNote;
import dev.heisenbug.nativerec.trace.Signals;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the preload agent left of one native process. */
final class NativeRun {
  private static final String COMMAND = "cmdline";
  private static final String MAPS = "maps";
  private static final String LOCK = "alive.lock";

  private final Path folder;

  NativeRun(Path folder) {
    this.folder = folder;
  }

  /** Whether a preload agent writes there, and not the agent of a JVM. */
  boolean started() {
    return Files.exists(folder.resolve(COMMAND)) && Files.exists(folder.resolve(LOCK));
  }

  /** What the signal handler noted; null if it noted nothing. */
  Failure crash() throws IOException {
    CrashNote note = CrashNote.read(folder);
    if (note == null) {
      return null;
    }
    String at = CodeAddress.in(folder.resolve(MAPS), note.ip());
    String name = Signals.name(note.signal());
    return new Failure(
        FailureKind.SIGNAL,
        "signal:" + name + "@" + at,
        name,
        null,
        thread(note.tid()),
        null,
        List.of(at),
        0,
        128 + note.signal(),
        List.of());
  }

  /** Seals the folder, which is a copy. */
  Manifest seal(String image, Failure failure) throws IOException {
    List<String> markers = new ArrayList<>();
    markers.add("no-binaries: they are in the image");
    Counts counts = counts(markers);
    Files.deleteIfExists(folder.resolve(LOCK));
    Files.deleteIfExists(folder.resolve(PtRecorder.TRACING));
    boolean traced = Files.exists(folder.resolve(NativeFolder.PERF_DATA));
    return NativeFolder.seal(
        folder,
        new Manifest(
            Manifest.VERSION,
            "native",
            new Launch(command(), null, Map.of(), null, null, null, null),
            image,
            Map.of("recorder", traced ? "preload, pt" : "preload"),
            new ClockInfo("tsc", 0, System.currentTimeMillis(), -1),
            counts,
            markers,
            failure,
            List.of(),
            null));
  }

  private List<String> command() throws IOException {
    String text = Files.readString(folder.resolve(COMMAND), StandardCharsets.UTF_8);
    return text.isEmpty() ? List.of() : List.of(text.split("\0"));
  }

  private Counts counts(List<String> markers) throws IOException {
    long bytes = 0;
    long lost = 0;
    List<PreloadLog> logs = logs();
    for (PreloadLog log : logs) {
      bytes += log.bytes();
      lost += log.truncated();
    }
    if (lost > 0) {
      markers.add(Manifest.TRUNCATED + ": size cap, " + lost + " records");
    }
    return new Counts(logs.size(), bytes, 0, 0, List.of(), 0);
  }

  private String thread(int tid) throws IOException {
    for (PreloadLog log : logs()) {
      if (log.tid() == tid) {
        return log.tree();
      }
    }
    return null;
  }

  private List<PreloadLog> logs() throws IOException {
    List<PreloadLog> logs = new ArrayList<>();
    for (Path file : Folders.list(folder)) {
      if (file.toString().endsWith(".hpl")) {
        logs.add(PreloadLog.read(file));
      }
    }
    return logs;
  }
}
