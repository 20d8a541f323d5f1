package dev.heisenbug.nativerec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.heisenbug.decode.cli.DecodeCommand;
import dev.heisenbug.formats.bundle.Bundle;
import dev.heisenbug.formats.bundle.FailureKind;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Records real programs and holds decoders against what the tracer saw them execute. */
final class SoftPtIT {
  @TempDir Path folder;

  static Stream<List<String>> programs() throws IOException {
    Path text = Path.of("/etc/passwd");
    List<List<String>> list = new ArrayList<>();
    list.add(List.of("true"));
    list.add(List.of("ls", "/"));
    list.add(List.of("cat", text.toString()));
    list.add(List.of("sort", text.toString()));
    list.add(List.of("sha256sum", text.toString()));
    list.add(List.of("gzip", "-c", text.toString()));
    list.add(List.of("date"));
    list.add(List.of("sh", "-c", "echo a | wc -c; exit 0"));
    list.add(List.of("sqlite3", ":memory:", "select 6*7;"));
    list.add(List.of("python3", "-S", "-E", "-c", "pass"));
    return list.stream();
  }

  static Stream<Path> corpus() throws IOException {
    return Stream.concat(
        Tools.sources("holds").stream(), Tools.sources("reproduces").stream().limit(3));
  }

  @ParameterizedTest
  @MethodSource("programs")
  void decodersAgreeOnInstalledPrograms(List<String> command) throws Exception {
    assumeTrue(Tools.there(command.get(0)), command.get(0) + " is not installed");
    check(command);
  }

  @ParameterizedTest
  @MethodSource("corpus")
  void decodersAgreeOnThreads(Path source) throws Exception {
    assumeTrue(Tools.there("gcc"));
    check(List.of(Tools.compile(source, folder).toString()));
  }

  private void check(List<String> command) throws Exception {
    NativeResult result =
        new SoftPtRecorder(Tools.options(folder, 7, command.toArray(String[]::new)), null).run();
    assertThat(result).isInstanceOf(NativeResult.Recorded.class);
    Path bundle = ((NativeResult.Recorded) result).folder();
    Map<Integer, List<String>> perf = perf(bundle);
    long count = 0;
    long sum = 0;
    try (Stream<Path> files = Files.list(folder.resolve("truth"))) {
      for (Path truth : files.toList()) {
        List<String> executed = Files.readAllLines(truth);
        int tid = Integer.parseInt(truth.getFileName().toString().replace(".txt", ""));
        assertThat(ours(bundle, tid)).as("our decoder, thread %d", tid).isEqualTo(executed);
        if (perf != null) {
          assertThat(perf.get(tid)).as("perf, thread %d", tid).isEqualTo(executed);
        }
        count += executed.size();
        sum += executed.stream().mapToLong(a -> Long.parseUnsignedLong(a, 16)).sum();
      }
    }
    boolean oneProcess =
        Files.readAllLines(bundle.resolve("threads.tsv")).stream()
                .map(l -> l.split("\t")[1])
                .distinct()
                .count()
            == 1;
    if (oneProcess && LibiptOracle.available()) {
      LibiptOracle.Sum libipt = new LibiptOracle(folder).decode(bundle);
      assertThat(libipt.instructions()).as("libipt").isEqualTo(count);
      assertThat(libipt.sum()).as("libipt's sum of addresses").isEqualTo(sum);
    }
  }

  private List<String> ours(Path bundle, int tid) throws IOException {
    Path list = folder.resolve("ours.txt");
    StringWriter messages = new StringWriter();
    int code =
        new CommandLine(new DecodeCommand())
            .setOut(new PrintWriter(messages))
            .setErr(new PrintWriter(messages))
            .execute(
                bundle.resolve("perf.data").toString(),
                "--symfs",
                bundle.toString(),
                "--tid",
                Integer.toString(tid),
                "--list",
                list.toString());
    assertThat(code).as(messages.toString()).isZero();
    return Files.readAllLines(list);
  }

  /** What Linux perf decodes, by thread; null without perf. */
  private static Map<Integer, List<String>> perf(Path bundle) throws Exception {
    if (!Tools.there("perf")) {
      return null;
    }
    String data = bundle.resolve("perf.data").toString();
    Map<Integer, List<String>> threads = new HashMap<>();
    Tools.output("perf", "script", "-i", data, "--itrace=i1i", "-F", "tid,ip")
        .lines()
        .map(l -> l.strip().split("\\s+"))
        .filter(f -> f.length == 2)
        .forEach(
            f ->
                threads
                    .computeIfAbsent(Integer.parseInt(f[0]), t -> new ArrayList<>())
                    .add("0".repeat(16 - f[1].length()) + f[1]));
    return threads;
  }

  @Test
  void deadlockIsFoundWithCoreAndBothThreads() throws Exception {
    assumeTrue(Tools.there("gcc"));
    Path program = Tools.compile(Tools.corpus().resolve("reproduces/lock_order.c"), folder);
    NativeOptions options =
        new NativeOptions(List.of(program.toString()), folder, 30, true, 2, 0, 1, null, null);
    NativeResult.Recorded recorded =
        (NativeResult.Recorded) new SoftPtRecorder(options, null).run();
    assertThat(recorded.manifest().failure().kind()).isEqualTo(FailureKind.DEADLOCK);
    assertThat(recorded.manifest().failure().threads()).hasSize(3);
    try (Bundle bundle = Bundle.open(recorded.bundle())) {
      assertThat(bundle.manifest().runtime()).isEqualTo("native");
      assertThat(bundle.folder().resolve("core")).exists();
    }
  }

  @Test
  void crashHasSignalRegistersAndACoreThatGdbReads() throws Exception {
    assumeTrue(Tools.there("gcc"));
    Path program = Tools.compile(Tools.corpus().resolve("reproduces/use_after_free.c"), folder);
    NativeOptions options =
        new NativeOptions(List.of(program.toString()), folder, 30, true, 2, 0, 1, null, null);
    NativeResult.Recorded recorded =
        (NativeResult.Recorded) new SoftPtRecorder(options, null).run();
    assertThat(recorded.manifest().failure().signature())
        .startsWith("signal:SIGSEGV@use_after_free+0x");
    assertThat(recorded.exitCode()).isEqualTo(128 + 11);
    if (Tools.there("gdb")) {
      String core = recorded.folder().resolve("core").toString();
      String stack = Tools.output("gdb", "-q", "-batch", "-ex", "bt", program.toString(), core);
      assertThat(stack).contains("SIGSEGV").contains("read_all");
    }
  }

  @Test
  void missingProgramIsOneSentence() {
    assertThat(
            org.assertj.core.api.Assertions.catchThrowable(
                () -> new SoftPtRecorder(Tools.options(folder, 1, "no-such-program"), null).run()))
        .isInstanceOf(IOException.class)
        .hasMessage("there is no program named no-such-program");
  }
}
