package dev.heisenbug.record.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.heisenbug.formats.bundle.Failure;
import dev.heisenbug.nativerec.NativeOptions;
import dev.heisenbug.nativerec.NativeResult;
import dev.heisenbug.record.RecordOptions;
import dev.heisenbug.record.RecordResult;
import dev.heisenbug.record.RecordRunner;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a command under the recorder. */
@Command(
    name = "record",
    mixinStandardHelpOptions = true,
    description = "Run a command under the recorder and seal the recording into a bundle.")
public final class RecordCommand implements Callable<Integer> {
  @Option(names = "--out", description = "Folder for recordings (default: ${DEFAULT-VALUE}).")
  private Path out = Path.of("heisenbug-recordings");

  @Option(
      names = "--recorder",
      description = "auto, jvm, soft-pt, pt or preload; auto looks at the program (default: auto).")
  private String recorder = NativeRecording.AUTO;

  @Option(names = "--cores", description = "Virtual cores of soft-pt (default: ${DEFAULT-VALUE}).")
  private int cores = 2;

  @Option(
      names = "--slice",
      description = "Mean instructions per time slice of soft-pt (default: varies by run).")
  private int slice;

  @Option(names = "--full", description = "pt: keep the whole trace, not only its last part.")
  private boolean full;

  @Option(
      names = "--truth",
      hidden = true,
      description = "Folder for lists of what soft-pt executed, to test decoders.")
  private Path truth;

  @Option(names = "--runs", description = "Run at most this often (default: 1, or 100).")
  private Integer runs;

  @Option(names = "--until-failure", description = "Run again until a run fails.")
  private boolean untilFailure;

  @Option(
      names = "--mode",
      description = "default, clap, symber or full-order (default: ${DEFAULT-VALUE}).")
  private String mode = "default";

  @Option(names = "--include", description = "Class name pattern to record; repeatable.")
  private List<String> include = new ArrayList<>();

  @Option(names = "--exclude", description = "Class name pattern not to record; repeatable.")
  private List<String> exclude = new ArrayList<>();

  @Option(
      names = "--clocks",
      description = "sync, all, func, loop or both (default: ${DEFAULT-VALUE}).")
  private String clocks = "sync";

  @Option(names = "--cap", description = "Size limit, as 512m (default: ${DEFAULT-VALUE}).")
  private String cap = "1g";

  @Option(
      names = "--noise",
      description =
          "Disturb the schedule: off, auto (with --until-failure), always, or weak (late stores, too).")
  private String noise;

  @Option(
      names = "--hang",
      description = "Seconds without progress that count as a hang, 0 for never (default: 10).")
  private int hang = 10;

  @Option(
      names = "--overdue",
      description =
          "Seconds after which a run that only goes round is a hang (default: other runs tell).")
  private int overdue;

  @Option(names = "--seed", description = "Seed of the noise (default: ${DEFAULT-VALUE}).")
  private long seed = 1;

  @Option(
      names = {"--timeout", "--run-timeout"},
      description =
          "Seconds after which a run is ended (default: none, or 120 with --until-failure).")
  private Integer timeout;

  @Option(names = "--fail-on", description = "Exception type that is a failure even if caught.")
  private List<String> failOn = new ArrayList<>();

  @Option(
      names = "--inputs",
      description =
          "standard, or network: keep what other processes send, too, so that replays need none of them; bundles then hold all of it, passwords and personal data included (default: ${DEFAULT-VALUE}).")
  private String inputs = RecordOptions.USUAL_INPUTS;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  @Parameters(arity = "1..*", paramLabel = "CMD", description = "The command, after --.")
  private List<String> command;

  @Override
  public Integer call() throws IOException, InterruptedException {
    try {
      String chosen = NativeRecording.choose(recorder, command);
      if (!chosen.equals(NativeRecording.JVM)) {
        return recordNative(chosen);
      }
      RecordOptions options = options();
      RecordRunner runner = new RecordRunner(options, command, json ? null : System.err);
      return report((json ? runner.withOutputTo(System.err) : runner).run());
    } catch (FileSystemException e) {
      throw RecordOptions.explained(out, e);
    }
  }

  private int recordNative(String chosen) throws IOException, InterruptedException {
    if (cores < 1 || cores > 256 || slice < 0) {
      throw new IllegalArgumentException("--cores is 1 to 256 and --slice a positive number");
    }
    NativeOptions options =
        new NativeOptions(
            command,
            out,
            runs != null ? runs : untilFailure ? 100 : 1,
            untilFailure,
            cores,
            slice,
            seed,
            timeout != null ? Duration.ofSeconds(timeout) : null,
            truth);
    ObjectNode node = new ObjectMapper().createObjectNode();
    NativeResult result = NativeRecording.run(chosen, options, full, json ? null : System.err);
    int code = NativeRecording.report(result, untilFailure, node);
    node.put("exitCode", code);
    (json ? System.out : System.err)
        .println(json ? node.toPrettyString() : node.get("sentence").asText());
    return code;
  }

  private RecordOptions options() {
    if (runs != null && runs < 1) {
      throw new IllegalArgumentException("--runs is 1 or more.");
    }
    if (timeout != null && timeout < 1) {
      throw new IllegalArgumentException("--timeout is 1 or more.");
    }
    if (hang < 0 || overdue < 0) {
      throw new IllegalArgumentException("--hang and --overdue are 0 or more.");
    }
    if (!List.of("default", "clap", "symber", "full-order").contains(mode)) {
      throw new IllegalArgumentException("--mode is default, clap, symber or full-order");
    }
    if (!List.of("sync", "all", "func", "loop", "both").contains(clocks)) {
      throw new IllegalArgumentException("--clocks is sync, all, func, loop or both");
    }
    if (!cap.matches("[1-9][0-9]{0,8}[kmgKMG]?") || isBelowOneMegabyte(cap)) {
      throw new IllegalArgumentException("--cap is a size such as 512m, and 1m at least.");
    }
    String when = noise == null ? untilFailure ? "auto" : "off" : noise;
    Duration limit =
        timeout != null ? Duration.ofSeconds(timeout) : untilFailure ? Duration.ofMinutes(2) : null;
    return new RecordOptions(
        out,
        runs != null ? runs : untilFailure ? 100 : 1,
        untilFailure,
        new RecordOptions.Tracing(
            mode, include, exclude, clocks, cap, failOn, RecordOptions.inputs(inputs)),
        RecordOptions.Noise.of(when),
        seed,
        new RecordOptions.Limits(hang, overdue, limit));
  }

  private static boolean isBelowOneMegabyte(String cap) {
    boolean kilobytes = cap.matches(".*[kK]");
    return !cap.matches(".*[mMgG]")
        && Long.parseLong(cap.replaceAll("\\D", "")) < (kilobytes ? 1 << 10 : 1 << 20);
  }

  private int report(RecordResult result) throws IOException {
    PrintStream print = json ? System.out : System.err;
    ObjectNode node = new ObjectMapper().createObjectNode();
    int code =
        switch (result) {
          case RecordResult.Recorded recorded -> recorded(recorded, node);
          case RecordResult.NoFailure none -> {
            node.put("result", "no-failure").put("runs", none.runs());
            node.put(
                "sentence",
                "No failure in %d run%s.".formatted(none.runs(), none.runs() == 1 ? "" : "s"));
            yield 2;
          }
          case RecordResult.NotEnded other -> {
            node.put("result", "not-ended").put("sentence", other.sentence());
            yield 3;
          }
          case RecordResult.NotJava other -> {
            node.put("result", "not-java").put("sentence", other.sentence());
            yield 3;
          }
          case RecordResult.NotStarted other -> {
            node.put("result", "not-started").put("sentence", other.sentence());
            yield 1;
          }
        };
    node.put("exitCode", code);
    print.println(json ? node.toPrettyString() : node.get("sentence").asText());
    return code;
  }

  private int recorded(RecordResult.Recorded recorded, ObjectNode node) {
    Failure failure = recorded.manifest().failure();
    String end = recorded.interrupted() ? "interrupted" : "completed";
    node.put("result", failure == null ? end : "failure").put("runs", recorded.runs());
    node.put("bundle", recorded.bundle().toString()).put("folder", recorded.folder().toString());
    node.put("bytes", recorded.manifest().counts().bytes());
    node.put("threads", recorded.manifest().counts().threads());
    node.put("noise", recorded.noisy()).put("programStatus", recorded.exitCode());
    String what = recorded.interrupted() ? "The run was interrupted" : "The run completed";
    if (failure != null) {
      node.putPOJO("failure", failure.signature());
      what = "Recorded " + failure.signature() + " in run " + recorded.runs();
    }
    node.put("sentence", what + ": " + recorded.bundle() + missing(recorded, node));
    return failure == null && untilFailure ? 2 : 0;
  }

  /** What the recording does not have, so that nobody takes it for whole. */
  private static String missing(RecordResult.Recorded recorded, ObjectNode node) {
    List<String> markers = recorded.manifest().markers();
    markers.forEach(node.putArray("markers")::add);
    return markers.isEmpty() ? "" : " (" + String.join("; ", markers) + ")";
  }
}
