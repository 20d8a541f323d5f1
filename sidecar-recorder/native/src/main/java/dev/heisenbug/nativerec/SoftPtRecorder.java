package dev.heisenbug.nativerec;

import dev.heisenbug.formats.bundle.Bundle;
import dev.heisenbug.formats.bundle.ClockInfo;
import dev.heisenbug.formats.bundle.Counts;
import dev.heisenbug.formats.bundle.Manifest;
import dev.heisenbug.formats.bundle.NativeFolder;
import dev.heisenbug.nativerec.trace.TraceResult;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Records a program with the software PT recorder, once or until it fails. */
public final class SoftPtRecorder {
  private final NativeOptions options;
  private final PrintStream progress;

  /** {@code progress} may be null. */
  public SoftPtRecorder(NativeOptions options, PrintStream progress) {
    this.options = options;
    this.progress = progress;
  }

  public NativeResult run() throws IOException {
    Program program = Program.find(options.command().get(0));
    if (!program.bits64()) {
      return new NativeResult.Unsupported(
          program.path()
              + " is a 32-bit program, which soft-pt does not follow: record a 64-bit build.");
    }
    for (int run = 0; run < options.runs(); run++) {
      Path folder = RunFolder.fresh(options.out());
      NativeFolder.start(folder, RunFolder.launch(options.command()), settings(run));
      SoftPtRun recording = new SoftPtRun(folder);
      TraceResult result;
      try {
        result = recording.run(options, run);
      } catch (IOException | RuntimeException e) {
        RunFolder.delete(folder);
        throw e;
      }
      boolean failed = recording.failures().failure() != null;
      if (failed || !options.untilFailure() && run + 1 == options.runs()) {
        return seal(folder, recording, result, run);
      }
      if (progress != null) {
        progress.printf("run %d of %d did not fail%n", run + 1, options.runs());
      }
      RunFolder.delete(folder);
    }
    return new NativeResult.NoFailure(options.runs());
  }

  private NativeResult seal(Path folder, SoftPtRun recording, TraceResult result, int run)
      throws IOException {
    long bytes = Files.size(folder.resolve(NativeFolder.PERF_DATA));
    Manifest manifest =
        new Manifest(
            Manifest.VERSION,
            "native",
            RunFolder.launch(options.command()),
            null,
            settings(run, result),
            // One clock for all virtual cores, and no two readings of it alike.
            new ClockInfo("tsc", 0, System.currentTimeMillis(), 0),
            new Counts(result.threads(), bytes, 0, 0, List.of(), 0),
            result.timedOut() ? List.of(Manifest.TRUNCATED + ": time limit") : List.of(),
            recording.failures().failure(),
            List.of(),
            null);
    Manifest sealed = NativeFolder.seal(folder, manifest);
    Path bundle = folder.resolveSibling(folder.getFileName() + ".hbbundle");
    Bundle.pack(folder, bundle);
    int code = result.signal() != 0 ? 128 + result.signal() : result.exitCode();
    return new NativeResult.Recorded(folder, bundle, sealed, run + 1, code);
  }

  private Map<String, String> settings(int run) {
    Map<String, String> map = new TreeMap<>();
    map.put("recorder", "soft-pt");
    map.put("cores", Integer.toString(options.cores()));
    map.put("seed", Long.toString(options.seed(run)));
    map.put("slice", Integer.toString(options.slice(run)));
    return map;
  }

  private Map<String, String> settings(int run, TraceResult result) {
    Map<String, String> map = settings(run);
    map.put("instructions", Long.toString(result.instructions()));
    map.put("stops", Long.toString(result.stops()));
    map.put("nanos", Long.toString(result.nanos()));
    return map;
  }
}
