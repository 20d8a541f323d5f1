package dev.heisenbug.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Operator scale, against a real API server without nodes. */
@Command(
    name = "operator",
    mixinStandardHelpOptions = true,
    description = "The operator with a fleet of captures, pods and failures as API objects.")
final class BenchOperator implements Callable<Integer> {
  @Option(names = "--captures", defaultValue = "200", description = "Captures (${DEFAULT-VALUE}).")
  private int captures;

  @Option(names = "--pods", defaultValue = "5000", description = "Pods (${DEFAULT-VALUE}).")
  private int pods;

  @Option(names = "--failures", defaultValue = "500", description = "Failures (${DEFAULT-VALUE}).")
  private int failures;

  @Option(
      names = "--minutes",
      defaultValue = "3",
      description = "Time that the failures are spread over (${DEFAULT-VALUE}).")
  private double minutes;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Checkout preparing = new Checkout(!json);
    if (preparing.script("e2e/cluster/cluster.sh", "build") != 0
        || preparing.script("e2e/cluster/package.sh") != 0) {
      return 1;
    }
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(Checkout.classPath("dev.heisenbug.e2e.bench.OperatorBench"));
    command.addAll(List.of("--captures", Integer.toString(captures)));
    command.addAll(List.of("--pods", Integer.toString(pods)));
    command.addAll(List.of("--failures", Integer.toString(failures)));
    command.addAll(List.of("--minutes", Double.toString(minutes)));
    if (json) {
      command.add("--json");
    }
    return new Checkout(true).run(command);
  }
}
