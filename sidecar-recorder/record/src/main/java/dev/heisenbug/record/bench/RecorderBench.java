package dev.heisenbug.record.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.heisenbug.record.AgentJar;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** {@code bench recorder}: what recording costs, against no agent and three published designs. */
public final class RecorderBench {
  private static final String NONE = "none";

  private final BenchOptions options;
  private final PrintStream out;
  private final Map<String, Map<String, List<Measurement>>> results = new LinkedHashMap<>();

  private RecorderBench(BenchOptions options, PrintStream out) {
    this.options = options;
    this.out = out;
  }

  /** Measures, prints the table, and returns the exit code. */
  public static int run(BenchOptions options, PrintStream out) {
    try {
      return new RecorderBench(options, out).run();
    } catch (IOException e) {
      System.err.println("bench recorder: " + e.getMessage());
      return 1;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 1;
    }
  }

  private int run() throws IOException, InterruptedException {
    Path temp = Files.createTempDirectory("heisenbug-bench");
    Child child = new Child(AgentJar.locate(), temp);
    List<String> modes = new ArrayList<>(List.of(NONE));
    modes.addAll(options.modes());
    for (String workload : options.chosen()) {
      Map<String, List<Measurement>> byMode = new LinkedHashMap<>();
      results.put(workload, byMode);
      for (int round = 0; round < options.rounds(); round++) {
        for (String mode : modes) {
          byMode
              .computeIfAbsent(mode, m -> new ArrayList<>())
              .add(child.measure(workload, mode, options));
        }
      }
      if (!options.json()) {
        row(workload, byMode);
      }
    }
    Files.delete(temp);
    if (options.json()) {
      out.println(json().toPrettyString());
    } else {
      summary();
    }
    return 0;
  }

  private void row(String workload, Map<String, List<Measurement>> byMode) {
    if (results.size() == 1) {
      out.printf("%-18s %9s", "workload", "native ms");
      options.modes().forEach(mode -> out.printf(" %11s", mode));
      options.modes().forEach(mode -> out.printf(" %16s", mode + " B/Mbr"));
      options.modes().forEach(mode -> out.printf(" %16s", mode + " noted"));
      out.println();
    }
    out.printf(Locale.ROOT, "%-18s %9.1f", workload, nanos(byMode.get(NONE)) / 1e6);
    for (String mode : options.modes()) {
      out.printf(Locale.ROOT, " %10.2fx", ratio(byMode, mode));
    }
    for (String mode : options.modes()) {
      out.printf(Locale.ROOT, " %16.0f", bytesPerMillion(byMode.get(mode)));
    }
    for (String mode : options.modes()) {
      out.printf(Locale.ROOT, " %15.2fx", 1 + noted(byMode.get(mode)));
    }
    out.println();
    out.flush();
  }

  private void summary() {
    out.printf("%-18s %9s", "geometric mean", "");
    for (String mode : options.modes()) {
      out.printf(Locale.ROOT, " %10.2fx", geometricMean(mode, options.chosen()));
    }
    out.println();
    out.printf("%-18s %9s", "worst", "");
    for (String mode : options.modes()) {
      out.printf(Locale.ROOT, " %10.2fx", worst(mode));
    }
    out.println();
    out.printf(Locale.ROOT, "%-18s %9.0f", "start, cpu ms", startMillis(NONE));
    for (String mode : options.modes()) {
      out.printf(Locale.ROOT, " %11.0f", startMillis(mode));
    }
    out.println();
    List<String> shared = options.chosen().stream().filter(BenchOptions.SHARED::contains).toList();
    if (!shared.isEmpty() && options.modes().containsAll(List.of("default", "full-order"))) {
      out.printf(
          Locale.ROOT,
          "shared accesses: default costs %.2fx, full order %.2fx; bytes %.3f of full order%n",
          geometricMean("default", shared),
          geometricMean("full-order", shared),
          byteShare(shared));
    }
  }

  private ObjectNode json() {
    ObjectNode root = new ObjectMapper().createObjectNode();
    root.put("bench", "recorder").put("time", options.cpu() ? "processor" : "wall");
    root.put("scale", options.scale()).put("rounds", options.rounds());
    ArrayNode workloads = root.putArray("workloads");
    results.forEach(
        (workload, byMode) -> {
          ObjectNode node = workloads.addObject().put("name", workload);
          node.put("nativeNanos", nanos(byMode.get(NONE)));
          for (String mode : options.modes()) {
            ObjectNode entry = node.putObject(mode);
            entry.put("ratio", ratio(byMode, mode));
            entry.put("bytesPerMillionBranches", bytesPerMillion(byMode.get(mode)));
            entry.put("noted", 1 + noted(byMode.get(mode)));
          }
        });
    ObjectNode worst = root.putObject("worst");
    options.modes().forEach(mode -> worst.put(mode, worst(mode)));
    ObjectNode start = root.putObject("startMillis").put(NONE, startMillis(NONE));
    options.modes().forEach(mode -> start.put(mode, startMillis(mode)));
    ObjectNode means = root.putObject("geometricMean");
    options.modes().forEach(mode -> means.put(mode, geometricMean(mode, options.chosen())));
    return root;
  }

  private static double bytesPerMillion(List<Measurement> measurements) {
    return measurements.stream()
        .mapToDouble(Measurement::bytesPerMillionBranches)
        .min()
        .orElseThrow();
  }

  /** The middle one: the agent's own figures have no direction in which they err. */
  private static double noted(List<Measurement> measurements) {
    double[] sorted = measurements.stream().mapToDouble(Measurement::noted).sorted().toArray();
    return sorted[sorted.length / 2];
  }

  /** Of wall times, or of processor times, which a busy machine disturbs less. */
  private double ratio(Map<String, List<Measurement>> byMode, String mode) {
    return (double) nanos(byMode.get(mode)) / nanos(byMode.get(NONE));
  }

  private long nanos(List<Measurement> measurements) {
    return Measurement.least(
        measurements, options.cpu() ? Measurement::cpuNanos : Measurement::nanos);
  }

  /** Least over all workloads: what a JVM needs before the program begins. */
  private double startMillis(String mode) {
    List<Measurement> all =
        results.values().stream().flatMap(byMode -> byMode.get(mode).stream()).toList();
    return Measurement.least(all, Measurement::startNanos) / 1e6;
  }

  private double worst(String mode) {
    return results.values().stream().mapToDouble(r -> ratio(r, mode)).max().orElseThrow();
  }

  private double geometricMean(String mode, List<String> workloads) {
    double sum = 0;
    for (String workload : workloads) {
      sum += Math.log(ratio(results.get(workload), mode));
    }
    return Math.exp(sum / workloads.size());
  }

  private double byteShare(List<String> workloads) {
    double sum = 0;
    for (String workload : workloads) {
      Map<String, List<Measurement>> byMode = results.get(workload);
      sum +=
          Math.log(
              bytesPerMillion(byMode.get("default")) / bytesPerMillion(byMode.get("full-order")));
    }
    return Math.exp(sum / workloads.size());
  }
}
