package dev.heisenbug.nativerec;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.heisenbug.formats.bundle.Bundle;
import dev.heisenbug.formats.bundle.ClockInfo;
import dev.heisenbug.formats.bundle.Counts;
import dev.heisenbug.formats.bundle.Failure;
import dev.heisenbug.formats.bundle.Manifest;
import dev.heisenbug.formats.bundle.NativeFolder;
import dev.heisenbug.formats.preload.PreloadLog;
import dev.heisenbug.nativerec.clock.Calibration;
import dev.heisenbug.nativerec.perf.TraceClock;
import dev.heisenbug.nativerec.preload.CrashNote;
import dev.heisenbug.nativerec.preload.PreloadLibrary;
import dev.heisenbug.nativerec.pt.PerfCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Records a program at full speed: with the preload agent, and with {@code perf record} around it
 * when there is a PT event to record. Clocks are calibrated before and after.
 */
public final class LiveRecorder {
  private static final Duration CALIBRATION = Duration.ofMillis(200);
  private static final long CAP = 256L << 20;

  private final NativeOptions options;
  private final PerfCommand perf;

  /** {@code perf} null: the preload agent alone. */
  public LiveRecorder(NativeOptions options, PerfCommand perf) {
    this.options = options;
    this.perf = perf;
  }

  /** Records with PT, if this machine has it. */
  public static NativeResult pt(NativeOptions options, PerfCommand.Mode mode)
      throws IOException, InterruptedException {
    if (!PerfCommand.ptAvailable()) {
      return new NativeResult.Unsupported(
          "This machine has no Intel PT (the kernel has no intel_pt event source): use --recorder soft-pt.");
    }
    Path output = Path.of(NativeFolder.PERF_DATA);
    return new LiveRecorder(options, new PerfCommand(PerfCommand.INTEL_PT, mode, 64, output)).run();
  }

  public NativeResult run() throws IOException, InterruptedException {
    if (perf == null && !PreloadLibrary.built()) {
      return new NativeResult.Unsupported(PreloadLibrary.missing());
    }
    Program.find(options.command().get(0));
    for (int run = 0; run < options.runs(); run++) {
      Path folder = RunFolder.fresh(options.out());
      NativeFolder.start(folder, RunFolder.launch(options.command()), settings());
      Calibration before = Calibration.measure(CALIBRATION);
      LaunchedRun ended = launch(folder);
      Calibration after = Calibration.measure(CALIBRATION);
      Failure failure = LiveFailure.of(ended, CrashNote.read(folder), folder);
      if (failure != null || !options.untilFailure() && run + 1 == options.runs()) {
        return seal(folder, ended, failure, before, after, run);
      }
      RunFolder.delete(folder);
    }
    return new NativeResult.NoFailure(options.runs());
  }

  private LaunchedRun launch(Path folder) throws IOException, InterruptedException {
    List<String> variables = List.of();
    Path library = null;
    if (PreloadLibrary.built()) {
      library = PreloadLibrary.unpack(Files.createTempDirectory("heisenbug-preload"));
      variables = PreloadLibrary.environment(library, folder, CAP);
    }
    try {
      if (perf == null) {
        Map<String, String> map = new LinkedHashMap<>();
        variables.forEach(v -> map.put(v.split("=", 2)[0], v.split("=", 2)[1]));
        return LaunchedRun.of(options.command(), map, options.timeout(), false);
      }
      // The variables are for the program, not for perf.
      List<String> inner = new ArrayList<>(List.of("env"));
      inner.addAll(variables);
      inner.addAll(options.command());
      Path data = folder.resolve(NativeFolder.PERF_DATA);
      PerfCommand here = new PerfCommand(perf.event(), perf.mode(), perf.ringMegabytes(), data);
      LaunchedRun run = LaunchedRun.of(here.start(inner), Map.of(), options.timeout(), true);
      LiveBinaries.collect(data, folder);
      return run;
    } finally {
      if (library != null) {
        RunFolder.delete(library.getParent());
      }
    }
  }

  private NativeResult seal(
      Path folder,
      LaunchedRun ended,
      Failure failure,
      Calibration before,
      Calibration after,
      int run)
      throws IOException {
    List<String> markers = new ArrayList<>();
    if (before.contradicts(after)) {
      markers.add("clock-disagreement: the processors' clocks moved during the run");
    }
    if (ended.timedOut()) {
      markers.add(Manifest.TRUNCATED + ": time limit");
    }
    Map<String, Object> both = new LinkedHashMap<>();
    both.put("before", before.offsets());
    both.put("after", after.offsets());
    new ObjectMapper().writeValue(folder.resolve(NativeFolder.CALIBRATION).toFile(), both);
    Counts counts = counts(folder, markers);
    Manifest manifest =
        new Manifest(
            Manifest.VERSION,
            "native",
            RunFolder.launch(options.command()),
            null,
            settings(),
            new ClockInfo("tsc", 0, System.currentTimeMillis(), errorNanos(after)),
            counts,
            markers,
            failure,
            List.of(),
            null);
    Manifest sealed = NativeFolder.seal(folder, manifest);
    Path bundle = folder.resolveSibling(folder.getFileName() + ".hbbundle");
    Bundle.pack(folder, bundle);
    return new NativeResult.Recorded(folder, bundle, sealed, run + 1, ended.exitCode());
  }

  private static long errorNanos(Calibration calibration) {
    long ticks = calibration.error();
    return ticks < 0 ? -1 : (long) Math.ceil(ticks / new TraceClock().ticksPerNano());
  }

  private static Counts counts(Path folder, List<String> markers) throws IOException {
    List<Path> logs;
    try (Stream<Path> all = Files.list(folder)) {
      logs = all.filter(f -> f.toString().endsWith(".hpl")).sorted().toList();
    }
    long bytes = 0;
    long lost = 0;
    for (Path log : logs) {
      PreloadLog read = PreloadLog.read(log);
      bytes += read.bytes();
      lost += read.truncated();
    }
    if (lost > 0) {
      markers.add(Manifest.TRUNCATED + ": size cap, " + lost + " records");
    }
    return new Counts(logs.size(), bytes, 0, 0, List.of(), 0);
  }

  private Map<String, String> settings() {
    Map<String, String> map = new TreeMap<>();
    map.put("recorder", perf == null ? "preload" : "pt");
    map.put("preload", Boolean.toString(PreloadLibrary.built()));
    if (perf != null) {
      map.put("event", perf.event());
      map.put("mode", perf.mode().name().toLowerCase(java.util.Locale.ROOT));
    }
    return map;
  }
}
