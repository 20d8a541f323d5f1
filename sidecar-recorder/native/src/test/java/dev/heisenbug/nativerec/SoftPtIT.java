package dev.heisenbug.nativerec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.heisenbug.decode.cli.DecodeCommand;
import dev.heisenbug.formats.bundle.Bundle;
import dev.heisenbug.formats.bundle.FailureKind;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
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
    list.add(List.of("/usr/bin/python3", "-I", "-S", "-c", "pass"));
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

  /** A child of vfork runs in its parent's memory while that waits, and may end without exec. */
  @Test
  void decodersAgreeOnChildrenThatBorrowMemory() throws Exception {
    assumeTrue(Tools.there("gcc"));
    Path source = folder.resolve("borrow.c");
    Files.writeString(
        source,
        """
        #include <pthread.h>
        #include <spawn.h>
        #include <stdlib.h>
        #include <sys/wait.h>
        #include <unistd.h>
        static void *nothing(void *unused) { return unused; }
        int main(void) {
          char *none[] = {NULL}, *args[] = {"true", NULL};
          int first, second;
          pid_t child = vfork();
          if (child == 0) _exit(3);
          waitpid(child, &first, 0);
          child = vfork();
          if (child == 0) { execv("/bin/true", args); _exit(1); }
          waitpid(child, &second, 0);
          posix_spawn(&child, "/bin/true", NULL, NULL, args, none);
          waitpid(child, NULL, 0);
          pthread_t threads[20];
          for (int i = 0; i < 20; i++) pthread_create(&threads[i], NULL, nothing, NULL);
          for (int i = 0; i < 20; i++) pthread_join(threads[i], NULL);
          return WEXITSTATUS(first) == 3 && WEXITSTATUS(second) == 0 ? 0 : 1;
        }
        """);
    check(List.of(Tools.compile(source, folder).toString()));
  }

  /** All in files and streams: the start of an interpreter has tens of millions of addresses. */
  private void check(List<String> command) throws Exception {
    NativeResult result =
        new SoftPtRecorder(Tools.options(folder, 7, command.toArray(String[]::new)), null).run();
    assertThat(result).isInstanceOf(NativeResult.Recorded.class);
    Path bundle = ((NativeResult.Recorded) result).folder();
    Map<Integer, Path> executed = executed();
    long count = 0;
    long sum = 0;
    for (Map.Entry<Integer, Path> thread : executed.entrySet()) {
      Path ours = ours(bundle, thread.getKey());
      assertThat(Files.mismatch(ours, thread.getValue()))
          .as("first byte our decoder differs at, thread %d", thread.getKey())
          .isEqualTo(-1);
      try (BufferedReader lines = Files.newBufferedReader(ours)) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          count++;
          sum += Long.parseUnsignedLong(line, 16);
        }
      }
    }
    if (Tools.there("perf")) {
      comparePerf(bundle, executed);
    }
    if (processes(bundle) == 1 && LibiptOracle.available()) {
      LibiptOracle.Sum libipt = new LibiptOracle(folder).decode(bundle);
      assertThat(libipt.instructions()).as("libipt").isEqualTo(count);
      assertThat(libipt.sum()).as("libipt's sum of addresses").isEqualTo(sum);
    }
  }

  /** What the tracer executed, a file for each thread. */
  private Map<Integer, Path> executed() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("truth"))) {
      return files.collect(
          Collectors.toMap(
              f -> Integer.valueOf(f.getFileName().toString().replace(".txt", "")), f -> f));
    }
  }

  private static long processes(Path bundle) throws IOException {
    return Files.readAllLines(bundle.resolve("threads.tsv")).stream()
        .map(l -> l.split("\t")[1])
        .distinct()
        .count();
  }

  private Path ours(Path bundle, int tid) {
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
    return list;
  }

  /** Reads what Linux perf decodes beside what each thread executed. */
  private static void comparePerf(Path bundle, Map<Integer, Path> executed) throws Exception {
    String data = bundle.resolve("perf.data").toString();
    Process perf =
        new ProcessBuilder("perf", "script", "--itrace=i1i", "-F", "tid,ip", "-i", data)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    Map<Integer, BufferedReader> threads = new HashMap<>();
    for (Map.Entry<Integer, Path> thread : executed.entrySet()) {
      threads.put(thread.getKey(), Files.newBufferedReader(thread.getValue()));
    }
    try (BufferedReader lines = perf.inputReader()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] fields = line.strip().split("\\s+");
        if (fields.length == 2) {
          String address = "0".repeat(16 - fields[1].length()) + fields[1];
          String truth = threads.get(Integer.valueOf(fields[0])).readLine();
          if (!address.equals(truth)) {
            assertThat(address).as("perf, thread %s", fields[0]).isEqualTo(truth);
          }
        }
      }
    }
    perf.waitFor();
    for (Map.Entry<Integer, BufferedReader> thread : threads.entrySet()) {
      assertThat(thread.getValue().readLine()).as("perf ends, thread %d", thread.getKey()).isNull();
      thread.getValue().close();
    }
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
