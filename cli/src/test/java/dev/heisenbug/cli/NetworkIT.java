package dev.heisenbug.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.analyzer.jvm.guided.AnalysisOptions;
import dev.heisenbug.analyzer.jvm.guided.AnalysisResult;
import dev.heisenbug.analyzer.jvm.guided.Analyzer;
import dev.heisenbug.formats.bundle.Bundle;
import dev.heisenbug.formats.bundle.BundleFolder;
import dev.heisenbug.formats.schedule.Schedule;
import dev.heisenbug.formats.schedule.Verdict;
import dev.heisenbug.launch.ControlledRun;
import dev.heisenbug.launch.RunOutcome;
import dev.heisenbug.launch.RunSettings;
import dev.heisenbug.launch.RunSettings.Policy;
import dev.heisenbug.record.RecordOptions;
import dev.heisenbug.record.RecordOptions.Noise;
import dev.heisenbug.record.RecordResult;
import dev.heisenbug.record.RecordRunner;
import dev.heisenbug.replay.Replayer;
import dev.heisenbug.weave.stream.NetworkFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs that other processes talk to, recorded with those, replayed without. */
class NetworkIT {
  private static final Path JDK = Path.of(System.getProperty("java.home"));
  private static final Path OTHER = Path.of("/usr/lib/jvm/java-17-openjdk-amd64");
  private static final Duration RUN = Duration.ofSeconds(30);

  @TempDir Path work;

  /** On two JDKs, if both are there: their sockets are not made alike. */
  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "Threads, lines, false",
    "Http, http, true",
    "Selecting, lines, false",
    "Caller, server, true"
  })
  void everyReplayFailsAsRecordedWithNobodyElseThere(String program, String peer, boolean older)
      throws Exception {
    Path jdk = older && Files.isExecutable(OTHER.resolve("bin/java")) ? OTHER : JDK;
    RecordResult.Recorded recorded = (RecordResult.Recorded) recorded(jdk, program, peer, 60);
    assertThat(recorded.failed()).isTrue();
    assertThat(recorded.manifest().checksums()).containsKey(BundleFolder.NETWORK);
    assertThat(recorded.manifest().counts().internalFaults()).isZero();
    assertThat(recorded.manifest().options()).containsEntry("inputs", "network");
    // The packed bundle alone has to do.
    try (Bundle bundle = Bundle.open(recorded.bundle())) {
      Path runs = work.resolve("analysis");
      AnalysisOptions options =
          AnalysisOptions.standard(runs, Duration.ofMinutes(3), MemoryModels.AUTO);
      AnalysisResult result = new Analyzer(bundle, options, text -> {}).analyze();
      assertThat(result).isInstanceOf(AnalysisResult.Found.class);
      Schedule schedule = ((AnalysisResult.Found) result).schedule();
      Verdict verdict =
          new Replayer(bundle, schedule, work.resolve("replay"), RUN).replay(10, i -> {});
      assertThat(verdict).isEqualTo(new Verdict.Reproduced(10, 10));
      assertThat(told(bundle, schedule)).contains(peer.equals("server") ? "server 1" : "client 1");
    }
  }

  @Test
  void nothingIsClaimedOfACorrectServer() throws Exception {
    RecordResult.Recorded recorded =
        (RecordResult.Recorded) recorded(JDK, "Threads", "lines", 1, "locks");
    assertThat(recorded.manifest().failure()).isNull();
    try (Bundle bundle = Bundle.open(recorded.bundle())) {
      ControlledRun launcher = new ControlledRun(bundle);
      for (int seed = 1; seed <= 6; seed++) {
        Policy policy = seed % 2 == 0 ? Policy.RANDOM : Policy.PRIORITY;
        Path folder = work.resolve("run-" + seed);
        RunOutcome run = launcher.run(RunSettings.random(folder, policy, seed, 100, RUN));
        assertThat(run.status()).isEqualTo("completed");
        assertThat(run.failures()).isEmpty();
      }
    }
  }

  @Test
  void connectionsOfTheProgramWithItselfAreNotPlayed() throws Exception {
    RecordResult.Recorded recorded = (RecordResult.Recorded) recorded(JDK, "Alone", "lines", 1);
    assertThat(recorded.exitCode()).isZero();
    NetworkFile network = NetworkFile.read(recorded.folder().resolve(BundleFolder.NETWORK));
    assertThat(network.listeners()).hasSize(1);
    assertThat(network.connections()).isEmpty();
  }

  private RecordResult recorded(Path jdk, String program, String peer, int runs, String... args)
      throws Exception {
    Path classes = compiled();
    Path port = work.resolve("port");
    Process other = start(classes, "Peer", peer, port.toString());
    try {
      String argument = peer.equals("server") ? told(port) : port.toString();
      List<String> command =
          new ArrayList<>(
              List.of(jdk.resolve("bin/java").toString(), "-cp", classes + "", program, argument));
      command.addAll(List.of(args));
      RecordOptions options =
          RecordOptions.standard(work.resolve("recordings"))
              .withClocks("all")
              .withInputs("network");
      RecordOptions repeated =
          runs > 1 ? options.untilFailure(runs).withNoise(Noise.AUTO) : options;
      return new RecordRunner(repeated, command, null)
          .withOutputTo(OutputStream.nullOutputStream())
          .run();
    } finally {
      other.destroyForcibly().waitFor();
    }
  }

  private Path compiled() throws IOException {
    Path classes = work.resolve("classes");
    List<String> arguments = new ArrayList<>(List.of("-g", "--release", "17", "-d", classes + ""));
    try (Stream<Path> sources = Files.list(Path.of("src/test/resources/network"))) {
      sources.forEach(source -> arguments.add(source.toString()));
    }
    int code =
        ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(System.out, System.err, arguments.toArray(new String[0]));
    assertThat(code).isZero();
    return classes;
  }

  private static Process start(Path classes, String... args) throws IOException {
    List<String> command =
        new ArrayList<>(List.of(JDK.resolve("bin/java").toString(), "-cp", classes.toString()));
    command.addAll(List.of(args));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private static String told(Path port) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!Files.exists(port) || !Files.readString(port).endsWith("\n")) {
      assertThat(System.nanoTime()).isLessThan(end);
      Thread.sleep(10);
    }
    return Files.readString(port).trim();
  }

  private static String told(Bundle bundle, Schedule schedule) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    new Story(bundle.manifest(), schedule)
        .print(new PrintStream(text, true, StandardCharsets.UTF_8));
    return text.toString(StandardCharsets.UTF_8);
  }
}
