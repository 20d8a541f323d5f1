package dev.heisenbug.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.heisenbug.analyzer.jvm.guided.AnalysisOptions;
import dev.heisenbug.analyzer.jvm.guided.AnalysisResult;
import dev.heisenbug.analyzer.jvm.guided.Analyzer;
import dev.heisenbug.formats.bundle.Bundle;
import dev.heisenbug.formats.bundle.BundleState;
import dev.heisenbug.formats.schedule.Schedule;
import dev.heisenbug.solve.Encoding;
import dev.heisenbug.solve.MemoryModel;
import dev.heisenbug.solve.cli.AnalyzeTrace;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Solves a bundle for a schedule. */
@Command(
    name = "analyze",
    mixinStandardHelpOptions = true,
    description = "Find a schedule that explains a bundle's failure.")
final class AnalyzeCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "BUNDLE",
      description = "A bundle (folder or .hbbundle), or a .hbt trace.")
  private Path bundle;

  @Option(names = "--timeout", description = "Seconds to look for (default: ${DEFAULT-VALUE}).")
  private int timeout = 300;

  @Option(names = "--run-timeout", description = "Seconds for one run (default: ${DEFAULT-VALUE}).")
  private int runTimeout = 60;

  @Option(names = "--minimise", description = "Seconds to shorten it (default: ${DEFAULT-VALUE}).")
  private int minimise = 6;

  @Option(
      names = "--memory-model",
      description =
          "sc, tso, pso, or auto: sc first and weaker ones if the program has races (default: auto).")
  private String memoryModel = MemoryModels.AUTO;

  @Option(
      names = "--encoding",
      description =
          "default, or as in the papers: clap or h3, by the solver alone (default: default).")
  private String encoding = "default";

  @Option(
      names = "--reductions",
      description =
          "For .hbt traces: all, none, or some of lock-order, core-order, clock-windows, saturation,"
              + " pair-removal (default: all that are sound).")
  private String reductions = "all";

  @Option(
      names = "--memory",
      description = "For .hbt traces: megabytes for the search (default: ${DEFAULT-VALUE}).")
  private long memory = 3072;

  @Option(
      names = "--seed",
      description = "For .hbt traces: seed of random choices (default: ${DEFAULT-VALUE}).")
  private long seed = 1;

  @Option(names = "--work", description = "Keep the runs' files in this folder.")
  private Path work;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Limits.atLeast("--timeout", timeout, 1);
    Limits.atLeast("--run-timeout", runTimeout, 1);
    Limits.atLeast("--minimise", minimise, 0);
    MemoryModel model = MemoryModels.ofTrace(memoryModel);
    Encoding chosen = Encoding.parse(encoding);
    if (bundle.toString().endsWith(".hbt")) {
      return AnalyzeTrace.run(
          new AnalyzeTrace.Options(
              bundle,
              model,
              chosen,
              reductions,
              new AnalyzeTrace.Limits(Duration.ofSeconds(timeout), memory << 20),
              seed,
              json),
          System.out,
          System.err);
    }
    Terminal terminal = new Terminal(json);
    try (Bundle b = Bundle.open(bundle);
        WorkFolder folder = new WorkFolder(work);
        Ending ending = new Ending("no schedule was found until then.", json)) {
      ScheduleFile.checkWritable(bundle);
      if (b.state() != BundleState.READY) {
        System.err.println(b.sentence());
      }
      if (!b.manifest().runtime().equals("jvm")) {
        return report(
            new AnalysisResult.Unknown(
                "analysis of native recordings is not built yet; heisenbug decode reads their traces"));
      }
      AnalysisOptions options =
          new AnalysisOptions(
              folder.path(),
              Duration.ofSeconds(timeout),
              Duration.ofSeconds(runTimeout),
              Duration.ofSeconds(minimise),
              chosen == Encoding.DEFAULT ? MemoryModels.checked(memoryModel) : model.text(),
              chosen);
      AnalysisResult result = new Analyzer(b, options, terminal::progress).analyze();
      ending.over();
      terminal.clear();
      return report(result);
    }
  }

  private int report(AnalysisResult result) throws IOException {
    ObjectNode node = new ObjectMapper().createObjectNode();
    int code =
        switch (result) {
          case AnalysisResult.Found found -> {
            Schedule s = found.schedule();
            Path file = ScheduleFile.of(bundle);
            s.write(file);
            node.put("result", "found").put("schedule", file.toString());
            node.put("provenance", s.provenance()).put("contextSwitches", s.contextSwitches());
            node.putPOJO("statistics", s.statistics());
            node.put(
                "text",
                "Found a schedule with "
                    + Story.counted(s.contextSwitches(), "context switch", "context switches")
                    + ": "
                    + file);
            yield 0;
          }
          case AnalysisResult.Infeasible none -> {
            node.put("result", "infeasible").put("text", "Infeasible: " + none.core());
            yield 2;
          }
          case AnalysisResult.Unknown unknown -> {
            node.put("result", "unknown").put("text", "Unknown: " + unknown.reason());
            yield 3;
          }
        };
    node.put("exitCode", code);
    System.out.println(json ? node.toPrettyString() : node.get("text").asText());
    return code;
  }
}
