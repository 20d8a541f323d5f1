package dev.heisenbug.record;

import dev.heisenbug.formats.bundle.Bundle;
import dev.heisenbug.formats.bundle.BundleFolder;
import dev.heisenbug.formats.bundle.Failure;
import dev.heisenbug.formats.bundle.FailureKind;
import dev.heisenbug.formats.bundle.Manifest;
import dev.heisenbug.formats.bundle.UserOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Runs a command under the agent, once or until it fails, and seals what was recorded. */
public final class RecordRunner {
  /** Variables that a re-execution may need; everything else stays out of the bundle. */
  private static final List<String> ENVIRONMENT =
      List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "CLASSPATH", "LANG", "LC_ALL", "TZ");

  /** With less room not even a short run could be recorded. */
  private static final long LEAST_ROOM = 4L << 20;

  private final RecordOptions options;
  private final List<String> command;
  private final PrintStream progress;
  private OutputStream output;

  /** What else there is to say of the last run that did not fail. */
  private String aside = "";

  /**
   * @param progress where each run is noted; the command has the standard streams for itself
   */
  public RecordRunner(RecordOptions options, List<String> command, PrintStream progress) {
    this.options = options;
    this.command = List.copyOf(command);
    this.progress = progress;
  }

  /** Sends the program's standard output elsewhere, to keep ours for the result. */
  public RecordRunner withOutputTo(OutputStream stream) {
    output = stream;
    return this;
  }

  /** Runs until the options are satisfied. */
  public RecordResult run() throws IOException, InterruptedException {
    try (Interruption interruption = new Interruption();
        Streams streams = new Streams(output)) {
      return run(streams, interruption);
    }
  }

  private RecordResult run(Streams streams, Interruption interruption)
      throws IOException, InterruptedException {
    Files.createDirectories(options.out());
    long room = Files.getFileStore(options.out()).getUsableSpace();
    if (room < LEAST_ROOM) {
      throw new FileSystemException(
          options.out().toString(),
          null,
          "its file system has %d KB left, and a recording takes %d at least"
              .formatted(room >> 10, LEAST_ROOM >> 10));
    }
    try (WovenFolder woven = options.runs() > 1 ? WovenFolder.make() : WovenFolder.none()) {
      return run(streams, interruption, woven);
    }
  }

  private RecordResult run(Streams streams, Interruption interruption, WovenFolder woven)
      throws IOException, InterruptedException {
    Path agent = AgentJar.locate();
    Target target = new Target(command);
    RunTimes times = new RunTimes(options);
    Unended unended = new Unended(options, command);
    for (int run = 0; run < options.runs(); run++) {
      times.begin();
      String shared = woven.option() + times.option();
      RecordResult result = once(run, target, agent, streams, interruption, shared, unended);
      if (result != null) {
        unended.forget();
        return result;
      }
      if (interruption.requested()) {
        return unended.given(
            new RecordResult.NotEnded("Interrupted in run %d; no run failed.".formatted(run + 1)));
      }
      result = judge(run, times, unended);
      if (result != null) {
        return result;
      }
    }
    return unended.given(new RecordResult.NoFailure(options.runs()));
  }

  /** What a run that did not fail says about those before it; null if one more is to be made. */
  private RecordResult judge(int run, RunTimes times, Unended unended) throws IOException {
    boolean ended = unended.lastRun() < run + 1;
    if (ended) {
      times.completed();
    }
    note(run, ended ? "did not fail" + aside : unended.sentence());
    return ended ? unended.comparedWith(times) : unended.tooMany(times);
  }

  /**
   * One run; null if there is nothing to keep of it.
   *
   * @param shared agent options that the runs before it lead to
   */
  private RecordResult once(
      int run,
      Target target,
      Path agent,
      Streams streams,
      Interruption interruption,
      String shared,
      Unended unended)
      throws IOException, InterruptedException {
    Path folder = freshFolder();
    String agentOptions = options.agentOptions(target.folderFor(folder), run) + shared;
    Process process = start(target, folder, agent, agentOptions, streams);
    interruption.ends(process, !target.launcher());
    RunNotes notes = new RunNotes(progress, run + 1, options);
    Outcome outcome = new Supervisor(process, folder, target.launcher(), notes).await();
    streams.finish();
    Path recording = target.launcher() ? folder : pick(folder);
    if (recording == null || !BundleFolder.started(recording)) {
      delete(folder);
      return target.launcher() ? notStarted(outcome) : notJava(outcome);
    }
    streams.saveInput(recording.resolve(BundleFolder.INPUT));
    boolean interrupted = interruption.requested();
    if (!interrupted && options.untilFailure() && outcome.unended()) {
      unended.add(run + 1, outcome, folder, recording);
      return null;
    }
    if (interrupted && BundleFolder.stopped(recording)) {
      BundleFolder.blameStop(recording, "the run was interrupted while it got nowhere");
    }
    Failure observed = interrupted ? null : observed(outcome);
    Manifest manifest = BundleFolder.seal(recording, command, environment(), observed);
    if (Starts.failed(manifest)) {
      delete(folder);
      return notStarted(outcome);
    }
    boolean last = interrupted || run + 1 == options.runs();
    if (manifest.failure() == null && (options.untilFailure() || !last)) {
      aside = handled(manifest);
      delete(folder);
      return null;
    }
    Path bundle = options.out().resolve(folder.getFileName() + ".hbbundle");
    Bundle.pack(recording, bundle);
    boolean noisy = options.noiseSeed(run) != 0;
    return new RecordResult.Recorded(
        recording, bundle, manifest, run + 1, outcome.exitCode(), noisy, interrupted);
  }

  /** Exceptions that a handler of the program took are no failure, but somebody may wonder. */
  private static String handled(Manifest manifest) {
    return manifest.furtherFailures().stream()
        .findFirst()
        .map(f -> ": a handler of thread %s took its %s".formatted(f.threadName(), f.type()))
        .orElse("");
  }

  private static Process start(
      Target target, Path folder, Path agent, String agentOptions, Streams streams)
      throws IOException {
    try {
      return target.start(agent, agentOptions, streams);
    } catch (IOException e) {
      delete(folder);
      throw new IOException(target.cannotStart(e), e);
    }
  }

  private void note(int run, String what) {
    if (progress != null) {
      progress.printf("run %d of %d %s%s%n", run + 1, options.runs(), what, disturbance(run));
    }
  }

  private String disturbance(int run) {
    if (options.delaySeed(run) != 0) {
      return " (with noise and late stores)";
    }
    return options.noiseSeed(run) != 0 ? " (with noise)" : "";
  }

  private RecordResult notJava(Outcome outcome) {
    return new RecordResult.NotJava(
        "The command %s started no JVM that could be recorded%s; record a native program with heisenbug record --recorder soft-pt."
            .formatted(command.get(0), status(outcome)));
  }

  private static RecordResult notStarted(Outcome outcome) {
    return new RecordResult.NotStarted(
        "The JVM ended before the program's main method ran%s; what it said is above."
            .formatted(status(outcome)));
  }

  private static String status(Outcome outcome) {
    return outcome.exitCode() == 0 ? "" : " (it ended with status " + outcome.exitCode() + ")";
  }

  private Path freshFolder() throws IOException {
    for (int n = 1; ; n++) {
      Path folder = options.out().resolve("run-%04d".formatted(n));
      if (Files.exists(folder.resolveSibling(folder.getFileName() + ".hbbundle"))) {
        continue;
      }
      try {
        return Files.createDirectory(folder).toAbsolutePath();
      } catch (FileAlreadyExistsException e) {
        // An earlier recording, or one that is made at the same time.
        continue;
      }
    }
  }

  /** Of several JVMs the first that failed, else the one that recorded most. */
  static Path pick(Path folder) throws IOException {
    List<Path> recordings;
    try (Stream<Path> all = Files.list(folder)) {
      recordings = all.filter(BundleFolder::started).sorted().toList();
    }
    for (Path recording : recordings) {
      if (BundleFolder.firstFailure(recording) != null) {
        return recording;
      }
    }
    return recordings.stream()
        .max(Comparator.comparingLong(r -> r.resolve(BundleFolder.EVENTS).toFile().length()))
        .orElse(null);
  }

  /** A failure that shows only from outside: a fatal signal, or a status without a call of exit. */
  private static Failure observed(Outcome outcome) {
    int status = outcome.exitCode();
    if (outcome.end() != Outcome.End.ITSELF || status == 0) {
      return null;
    }
    boolean signal = status > 128 && status < 128 + 65;
    String type = signal ? "signal " + (status - 128) : null;
    String signature = signal ? "signal:" + (status - 128) : "exit:" + status + "@";
    return new Failure(
        signal ? FailureKind.SIGNAL : FailureKind.EXIT,
        signature,
        type,
        null,
        null,
        null,
        List.of(),
        0,
        status,
        List.of());
  }

  static Map<String, String> environment() {
    Map<String, String> all = UserOptions.restore(new HashMap<>(System.getenv()));
    Map<String, String> kept = new TreeMap<>();
    for (String name : ENVIRONMENT) {
      String value = all.get(name);
      if (value != null) {
        kept.put(name, value);
      }
    }
    return kept;
  }

  static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
