package dev.heisenbug.sidecar;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntUnaryOperator;

/**
 * Finds out whether Intel PT can be used on this node. A processor that has it says little: a
 * hypervisor may hide it, the kernel may forbid it, somebody else may hold it. So an event is
 * opened.
 */
final class PtProbe {
  private static final String PATH = "/v1/node";
  private static final long PERIOD_MILLIS = 10 * 60_000L;
  private static final long RETRY_MILLIS = 5_000;

  private final Path sysfs;
  private final Path proc;
  private final IntUnaryOperator open;

  /**
   * @param open opens an event of a type and returns 0 or the error number; null: do not try
   */
  PtProbe(Path sysfs, Path proc, IntUnaryOperator open) {
    this.sysfs = sysfs;
    this.proc = proc;
    this.open = open;
  }

  /** What was found; usable is {@code true}, {@code false} or {@code unknown}. */
  record Finding(String usable, String detail) {}

  /** Tells the operator now and from time to time: another user of PT may come and go. */
  static void run(Environment environment) throws InterruptedException {
    boolean tryIt = !"false".equals(environment.variables().get("HEISENBUG_PROBE_OPEN"));
    PtProbe probe = new PtProbe(Path.of("/sys"), Path.of("/proc"), tryIt ? PerfEvent::open : null);
    OperatorClient operator = environment.operator();
    while (true) {
      try {
        Finding finding = probe.look();
        publish(environment.nfd(), finding);
        operator.post(
            PATH, Map.of("intelPt", finding.usable(), "detail", finding.detail()), Map.class);
        Log.say("intel-pt %s: %s", finding.usable(), finding.detail());
        Thread.sleep(PERIOD_MILLIS);
      } catch (IOException e) {
        Log.say("what was found could not be told: %s", e);
        Thread.sleep(RETRY_MILLIS);
      }
    }
  }

  private static void publish(Optional<NfdFile> file, Finding finding) throws IOException {
    if (file.isPresent()) {
      file.get().write(finding, Instant.now(), Duration.ofMillis(3 * PERIOD_MILLIS));
    }
  }

  Finding look() throws IOException {
    Path device = sysfs.resolve("bus/event_source/devices/intel_pt");
    if (!Files.isDirectory(device)) {
      return new Finding("false", "the kernel has no intel_pt event source");
    }
    String known =
        "kernel %s, perf_event_paranoid %s"
            .formatted(
                text(proc.resolve("sys/kernel/osrelease")),
                text(proc.resolve("sys/kernel/perf_event_paranoid")));
    if (open == null) {
      return new Finding("unknown", "intel_pt is there and was not tried; " + known);
    }
    int error = open.applyAsInt(Integer.parseInt(text(device.resolve("type"))));
    return error == 0
        ? new Finding("true", "an event was opened; " + known)
        : new Finding("false", "no event could be opened (" + reason(error) + "); " + known);
  }

  private static String reason(int error) {
    return switch (error) {
      case 1, 13 -> "not permitted: the probe needs PERFMON, or SYS_ADMIN above paranoid 2";
      case 16 -> "busy: somebody else traces";
      case 19, 95 -> "not supported here";
      default -> "error " + error;
    };
  }

  private static String text(Path file) throws IOException {
    return Files.exists(file) ? Files.readString(file).strip() : "?";
  }
}
