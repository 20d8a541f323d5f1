package dev.heisenbug.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.heisenbug.corpus.Corpus;
import dev.heisenbug.corpus.CorpusProgram;
import dev.heisenbug.corpus.Expectation;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.stream.DoubleStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** How long the way from a recorded failure to a replayed one takes, program by program. */
@Command(
    name = "replay",
    mixinStandardHelpOptions = true,
    description = "Time from a recorded failure to a schedule and a replay, over the corpus.")
final class BenchReplay implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "PROGRAM",
      description = "Only these programs of corpus/jvm/reproduces.",
      arity = "0..*")
  private List<String> programs = List.of();

  @Option(names = "--runs", description = "Record at most this often (default: ${DEFAULT-VALUE}).")
  private int runs = 100;

  @Option(names = "--times", description = "Replay this often (default: ${DEFAULT-VALUE}).")
  private int times = 20;

  @Option(names = "--timeout", description = "Seconds for analysis (default: ${DEFAULT-VALUE}).")
  private int timeout = 240;

  @Option(names = "--jdk", description = "JDK that runs the programs (default: this one).")
  private Path jdk = Path.of(System.getProperty("java.home"));

  @Option(
      names = "--keep",
      description = "Keep recordings and runs that led to no reproduction in this folder.")
  private Path keep;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Limits.atLeast("--runs", runs, 1);
    Limits.atLeast("--times", times, 1);
    Limits.atLeast("--timeout", timeout, 1);
    List<CorpusProgram> chosen = chosen();
    Pipeline pipeline = new Pipeline(jdk, runs, times, timeout, keep);
    List<Pipeline.Row> rows = new ArrayList<>();
    PrintStream out = System.out;
    if (!json) {
      out.printf(Pipeline.Row.FORMAT, (Object[]) Pipeline.Row.HEADER);
    }
    for (CorpusProgram program : chosen) {
      Pipeline.Row row = pipeline.measure(program);
      rows.add(row);
      if (!json) {
        out.printf(Pipeline.Row.FORMAT, row.cells());
      }
    }
    summarise(rows, out);
    return 0;
  }

  private List<CorpusProgram> chosen() throws IOException {
    List<CorpusProgram> all =
        Corpus.find(Checkout.root()).stream()
            .filter(p -> p.expectation() == Expectation.REPRODUCES)
            .toList();
    for (String name : programs) {
      if (all.stream().noneMatch(p -> p.name().equals(name))) {
        throw new ParameterException(
            spec.commandLine(), "there is no program " + name + " in corpus/jvm/reproduces.");
      }
    }
    int version = version();
    return all.stream()
        .filter(p -> programs.isEmpty() || programs.contains(p.name()))
        .filter(p -> p.minJdk() <= version || leftOut(p))
        .toList();
  }

  private static boolean leftOut(CorpusProgram program) {
    System.err.printf("%s is left out: it needs JDK %d%n", program.name(), program.minJdk());
    return false;
  }

  /** The feature version of the JDK that runs the programs, as its own file says. */
  private int version() throws IOException {
    Properties release = new Properties();
    try (Reader in = Files.newBufferedReader(jdk.resolve("release"))) {
      release.load(in);
    }
    String quoted = release.getProperty("JAVA_VERSION", "\"" + Runtime.version() + "\"");
    return Runtime.Version.parse(quoted.replace("\"", "")).feature();
  }

  private void summarise(List<Pipeline.Row> rows, PrintStream out) {
    long reproduced = rows.stream().filter(Pipeline.Row::reproduced).count();
    double median =
        median(
            rows.stream()
                .filter(Pipeline.Row::reproduced)
                .mapToDouble(r -> r.analysis() + r.replay()));
    if (json) {
      ObjectNode node = new ObjectMapper().createObjectNode();
      node.put("programs", rows.size()).put("reproduced", reproduced);
      node.put("medianSeconds", median)
          .putPOJO("rows", rows.stream().map(Pipeline.Row::json).toList());
      out.println(node.toPrettyString());
    } else {
      out.printf(
          "%d of %d reproduced; analysis and one replay: median %.1f s%n",
          reproduced, rows.size(), median);
    }
  }

  private static double median(DoubleStream values) {
    double[] sorted = values.sorted().toArray();
    return sorted.length == 0
        ? 0
        : (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
  }
}
