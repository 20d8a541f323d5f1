package dev.heisenbug.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.formats.bundle.Bundle;
import dev.heisenbug.formats.bundle.BundleFolder;
import dev.heisenbug.formats.bundle.BundleState;
import dev.heisenbug.formats.bundle.FailureKind;
import dev.heisenbug.weave.SyncKind;
import dev.heisenbug.weave.stream.EventFile;
import dev.heisenbug.weave.stream.EventType;
import dev.heisenbug.weave.stream.StreamCursor;
import dev.heisenbug.weave.stream.StreamException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RecordRunnerIT {
  @TempDir Path temp;

  /** A reader of the test runner's own input would keep its JVM from ending. */
  @BeforeAll
  static void noInput() {
    System.setIn(InputStream.nullInputStream());
  }

  static List<Path> jdks() throws IOException {
    return Jdks.launchers();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void anUncaughtExceptionIsRecordedWithItsThread(Path java) throws Exception {
    RecordResult.Recorded result = record(java, Programs.THROWS, options());
    assertThat(result.manifest().failure().kind()).isEqualTo(FailureKind.EXCEPTION);
    assertThat(result.manifest().failure().thread()).isEqualTo("0.1");
    assertThat(result.manifest().failure().signature())
        .isEqualTo("exception:java.lang.ArrayIndexOutOfBoundsException@Main.lambda$main$0:3");
    try (Bundle bundle = Bundle.open(result.bundle())) {
      assertThat(bundle.state()).isEqualTo(BundleState.READY);
      assertThat(bundle.manifest().clock().errorNs()).isNotNegative();
      assertThat(bundle.manifest().counts().internalFaults()).isZero();
      assertThat(types(bundle, 2)).contains(EventType.FAILURE);
      assertThat(types(bundle, 1)).contains(EventType.CHILD).contains(EventType.SYNC);
    }
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void aProgramFindsNoMethodsThatItDoesNotHave(Path java) throws Exception {
    RecordResult.Recorded result = record(java, Programs.LOOKS_AT_ITSELF, options());
    assertThat(result.manifest().failure().status()).isEqualTo(7);
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void aDeadlockIsFoundAndTheProgramEnded(Path java) throws Exception {
    RecordResult.Recorded result = record(java, Programs.DEADLOCKS, options());
    assertThat(result.manifest().failure().kind()).isEqualTo(FailureKind.DEADLOCK);
    assertThat(result.manifest().failure().threads())
        .extracting(stuck -> stuck.thread())
        .containsExactlyInAnyOrder("0", "0.1");
    assertThat(result.manifest().markers()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void aLostWakeUpIsAHang(Path java) throws Exception {
    RecordResult.Recorded result = record(java, Programs.WAITS_FOREVER, options());
    assertThat(result.manifest().failure().kind()).isEqualTo(FailureKind.HANG);
    assertThat(result.manifest().failure().signature()).startsWith("hang:Main.lambda$main$0:");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void noiseBringsOutARaceThatExitsWithAStatus(Path java) throws Exception {
    RecordResult.Recorded result = record(java, Programs.RACES, options().untilFailure(40));
    assertThat(result.manifest().failure().signature()).isEqualTo("exit:9@Main.main:10");
    assertThat(result.manifest().failure().status()).isEqualTo(9);
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void aKilledProgramLosesNothingThatWasWritten(Path java) throws Exception {
    Path classes = Programs.compile(temp, Programs.RUNS_ON);
    Path folder = temp.resolve("killed");
    Process process =
        new Target(Programs.command(java, classes))
            .start(
                AgentJar.locate(), options().agentOptions(folder.toString(), 0), new Streams(null));
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!bothThreadsAreFar(folder) && System.nanoTime() < deadline) {
      Thread.sleep(50);
    }
    process.destroyForcibly().waitFor();
    try (Bundle unsealed = Bundle.open(folder)) {
      assertThat(unsealed.state()).isEqualTo(BundleState.CRASHED_WHILE_WRITING);
      for (int thread : unsealed.events().threads()) {
        List<EventType> seen = types(unsealed, thread);
        assertThat(seen).contains(EventType.SYNC).contains(EventType.TOKEN);
        assertThat(seen.get(seen.size() - 1)).isIn(EventType.END);
        assertThat(syncs(seen)).isGreaterThan(500);
      }
    }
    BundleFolder.seal(folder, List.of(), Map.of(), null);
    try (Bundle sealed = Bundle.open(folder)) {
      assertThat(sealed.state()).isEqualTo(BundleState.CRASHED_WHILE_WRITING);
    }
  }

  /** The program itself says how far it was, in memory that outlives it as the recording does. */
  @Test
  void aKilledProgramLosesAtMostOneEventPerThread() throws Exception {
    Path classes = Programs.compile(temp, Programs.COUNTS);
    Path java = Path.of(System.getProperty("java.home"), "bin/java");
    Path folder = temp.resolve("counted");
    Process process =
        new Target(Programs.command(java, classes))
            .start(
                AgentJar.locate(), options().agentOptions(folder.toString(), 0), new Streams(null));
    Path counts = classes.resolve("counts");
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (count(counts, 1) < 30_000 && System.nanoTime() < deadline) {
      Thread.sleep(20);
    }
    process.destroyForcibly().waitFor();
    assertThat(count(counts, 1)).isGreaterThan(30_000);
    EventFile events = EventFile.read(folder.resolve(BundleFolder.EVENTS));
    for (int thread : events.threads()) {
      long rounds = count(counts, thread - 1);
      assertThat(acquisitions(events, thread)).isBetween(rounds, rounds + 1);
    }
  }

  private static long count(Path file, int thread) throws IOException {
    if (!Files.exists(file) || Files.size(file) < 16) {
      return 0;
    }
    return java.nio.ByteBuffer.wrap(Files.readAllBytes(file)).getLong(8 * thread);
  }

  /** How often a thread took a monitor, by what is in the file. */
  private static long acquisitions(EventFile events, int thread) throws StreamException {
    StreamCursor cursor = events.cursor(thread);
    long found = 0;
    while (cursor.next() != EventType.END) {
      found +=
          cursor.type() == EventType.SYNC && cursor.kind() == SyncKind.MONITOR_ENTER.code() ? 1 : 0;
      found += cursor.type() == EventType.SYNCS ? cursor.value() : 0;
    }
    return found;
  }

  @Test
  void theSizeCapIsKeptAndSaid() throws Exception {
    RecordOptions options =
        RecordOptions.standard(temp.resolve("out"))
            .withTracing(RecordOptions.Tracing.STANDARD.withCap("2m"))
            .withHangSeconds(0)
            .withLimits(0, 4);
    Path java = Path.of(System.getProperty("java.home"), "bin/java");
    RecordResult.Recorded result = record(java, Programs.RUNS_ON, options);
    assertThat(result.manifest().counts().bytes()).isLessThanOrEqualTo(2 << 20);
    try (Bundle bundle = Bundle.open(result.folder())) {
      assertThat(types(bundle, 1)).contains(EventType.TRUNCATED);
    }
  }

  @Test
  void aFileSystemThatTakesNoMoreEndsTheRecordingNotTheProgram() throws Exception {
    Path classes = Programs.compile(temp, Programs.RUNS_LONG_THEN_FAILS);
    Path java = Path.of(System.getProperty("java.home"), "bin/java");
    String line = String.join(" ", Programs.command(java, classes));
    List<String> limited = List.of("bash", "-c", "ulimit -f 3000; exec " + line);
    RecordResult result = new RecordRunner(options(), limited, null).run();
    RecordResult.Recorded recorded = (RecordResult.Recorded) result;
    assertThat(recorded.manifest().failure().signature()).startsWith("exit:7@");
    try (Bundle bundle = Bundle.open(recorded.folder())) {
      assertThat(types(bundle, 1)).contains(EventType.TRUNCATED);
    }
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void aFullHeapIsAFailureLikeAnyOther(Path java) throws Exception {
    Path classes = Programs.compile(temp, Programs.FILLS_THE_HEAP);
    List<String> command = new ArrayList<>(Programs.command(java, classes));
    command.add(1, "-Xmx20m");
    RecordResult result = new RecordRunner(options(), command, null).run();
    assertThat(((RecordResult.Recorded) result).manifest().failure().signature())
        .startsWith("exception:java.lang.OutOfMemoryError@");
  }

  @Test
  void aCommandThatIsNotJavaSaysSo() throws Exception {
    RecordResult result = new RecordRunner(options(), List.of("true"), null).run();
    assertThat(result).isInstanceOf(RecordResult.NotJava.class);
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void aProgramThatIsNotThereIsNoFailureOfIt(Path java) throws Exception {
    Path classes = Programs.compile(temp, Programs.THROWS);
    for (List<String> wrong :
        List.of(
            List.of("-cp", classes.toString(), "NoSuchClass"),
            List.of("-jar", "none.jar"),
            List.of("-XX:NoSuchFlag=1", "-cp", classes.toString(), "Main"))) {
      List<String> command = new ArrayList<>(wrong);
      command.add(0, java.toString());
      RecordResult result = new RecordRunner(options(), command, null).run();
      assertThat(result).as("%s", wrong).isInstanceOf(RecordResult.NotStarted.class);
    }
    assertThat(temp.resolve("out")).isEmptyDirectory();
  }

  @Test
  void aPoliteKillEndsTheProgramAndSealsItsRecording() throws Exception {
    Path classes = Programs.compile(temp, Programs.SLEEPS);
    Path java = Path.of(System.getProperty("java.home"), "bin/java");
    List<String> command = new ArrayList<>(List.of(java.toString(), "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.addAll(List.of(Kept.class.getName(), temp.resolve("out").toString()));
    command.addAll(Programs.command(java, classes));
    Process recorder = new ProcessBuilder(command).inheritIO().start();
    while (!Files.exists(classes.resolve("awake"))) {
      assertThat(recorder.isAlive()).isTrue();
      Thread.sleep(20);
    }
    ProcessHandle program = recorder.children().findAny().orElseThrow();
    recorder.destroy();
    assertThat(recorder.waitFor(90, TimeUnit.SECONDS)).isTrue();
    assertThat(program.isAlive()).isFalse();
    try (Bundle bundle = Bundle.open(temp.resolve("out").resolve("run-0001.hbbundle"))) {
      assertThat(bundle.state()).isEqualTo(BundleState.READY);
      assertThat(bundle.manifest().failure()).isNull();
    }
  }

  /** A recorder in a process of its own, to be ended. */
  static final class Kept {
    public static void main(String[] args) throws Exception {
      List<String> command = List.of(args).subList(1, args.length);
      new RecordRunner(RecordOptions.standard(Path.of(args[0])), command, null).run();
    }
  }

  @Test
  void recordingsAtTheSameTimeGetFoldersOfTheirOwn() throws Exception {
    Path classes = Programs.compile(temp, Programs.THROWS);
    Path java = Path.of(System.getProperty("java.home"), "bin/java");
    Callable<RecordResult> one =
        () -> new RecordRunner(options(), Programs.command(java, classes), null).run();
    try (ExecutorService pool = Executors.newFixedThreadPool(3)) {
      Set<Path> folders = new HashSet<>();
      for (Future<RecordResult> done : pool.invokeAll(List.of(one, one, one))) {
        folders.add(((RecordResult.Recorded) done.get()).folder());
      }
      assertThat(folders).hasSize(3);
    }
  }

  @Test
  void javaBehindAScriptIsFound() throws Exception {
    Path classes = Programs.compile(temp, Programs.THROWS);
    Path java = Path.of(System.getProperty("java.home"), "bin/java");
    String line = String.join(" ", Programs.command(java, classes));
    RecordResult result = new RecordRunner(options(), List.of("sh", "-c", line), null).run();
    assertThat(result).isInstanceOf(RecordResult.Recorded.class);
    assertThat(((RecordResult.Recorded) result).failed()).isTrue();
  }

  @Test
  void theTimerOfVirtualThreadsIsNoThreadOfTheProgram() throws Exception {
    String program =
        """
        public class Main {
          public static void main(String[] args) throws Exception {
            var start = Thread.class.getMethod("startVirtualThread", Runnable.class);
            Runnable sleeps = () -> {
              try { Thread.sleep(2); } catch (InterruptedException e) { }
            };
            for (int i = 0; i < 3; i++) {
              ((Thread) start.invoke(null, sleeps)).join();
            }
          }
        }
        """;
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    assertThat(record(java, program, options()).manifest().counts().threads()).isEqualTo(4);
  }

  private RecordOptions options() {
    return RecordOptions.standard(temp.resolve("out")).withHangSeconds(2).withLimits(0, 60);
  }

  private RecordResult.Recorded record(Path java, String source, RecordOptions options)
      throws Exception {
    Path classes = Programs.compile(temp, source);
    RecordResult result = new RecordRunner(options, Programs.command(java, classes), null).run();
    assertThat(result).isInstanceOf(RecordResult.Recorded.class);
    return (RecordResult.Recorded) result;
  }

  private static List<EventType> types(Bundle bundle, int thread) throws IOException {
    return types(bundle.events(), thread);
  }

  private static List<EventType> types(EventFile events, int thread) throws StreamException {
    StreamCursor cursor = events.cursor(thread);
    List<EventType> types = new java.util.ArrayList<>();
    do {
      types.add(cursor.next());
      cursor.skipRepeats();
    } while (cursor.type() != EventType.END);
    return types;
  }

  /** Whether both threads of a program that still runs have written a while. */
  private static boolean bothThreadsAreFar(Path folder) throws IOException {
    Path file = folder.resolve(BundleFolder.EVENTS);
    if (!Files.exists(file)) {
      return false;
    }
    try {
      EventFile events = EventFile.read(file);
      boolean far = events.threads().size() == 2;
      for (int thread : events.threads()) {
        far = far && syncs(types(events, thread)) > 1000;
      }
      return far;
    } catch (StreamException e) {
      // Caught in the middle of a chunk that is just being begun.
      return false;
    }
  }

  private static long syncs(List<EventType> types) {
    return types.stream().filter(type -> type == EventType.SYNC).count();
  }
}
