package dev.heisenbug.nativerec.pt;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How {@code perf record} is called.
 *
 * @param event {@code intel_pt//u} but in tests
 * @param mode what is kept of a long run
 * @param ringMegabytes of trace per processor
 */
public record PerfCommand(String event, Mode mode, int ringMegabytes, Path output) {
  /** The event of user-space PT. */
  public static final String INTEL_PT = "intel_pt//u";

  private static final Path PT_DEVICE = Path.of("/sys/bus/event_source/devices/intel_pt");

  /** How much of a run is kept. */
  public enum Mode {
    /** The last part before the end or a SIGUSR2 to perf, in a ring: cheap for any length. */
    SNAPSHOT,
    /** Everything. */
    FULL
  }

  /** Whether this machine has Intel PT. */
  public static boolean ptAvailable() {
    return Files.exists(PT_DEVICE);
  }

  /** Records a command that perf starts. */
  public List<String> start(List<String> command) {
    List<String> list = options();
    list.add("--");
    list.addAll(command);
    return list;
  }

  /** Records processes that run already, until they end or perf gets a SIGINT. */
  public List<String> attach(List<Long> pids) {
    List<String> list = options();
    list.add("-p");
    list.add(String.join(",", pids.stream().map(String::valueOf).toList()));
    return list;
  }

  private List<String> options() {
    boolean trace = event.startsWith("intel_pt");
    List<String> list = new ArrayList<>(List.of("perf", "record", "-q", "-e", event));
    list.addAll(List.of("-o", output.toString(), "--switch-events"));
    if (trace) {
      list.add("-m");
      list.add("," + ringMegabytes + "M");
    }
    if (trace && mode == Mode.SNAPSHOT) {
      // e: also when the program ends, which a crash is.
      list.add("--snapshot=e");
    }
    return list;
  }
}
