package dev.heisenbug.record.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.heisenbug.formats.bundle.Failure;
import dev.heisenbug.nativerec.LiveRecorder;
import dev.heisenbug.nativerec.NativeOptions;
import dev.heisenbug.nativerec.NativeResult;
import dev.heisenbug.nativerec.Program;
import dev.heisenbug.nativerec.SoftPtRecorder;
import dev.heisenbug.nativerec.pt.PerfCommand;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** The recorders of native programs behind the {@code record} command. */
final class NativeRecording {
  static final String AUTO = "auto";
  static final String JVM = "jvm";
  private static final Set<String> NATIVE = Set.of("soft-pt", "pt", "preload");

  /** Programs that do nothing but start others, most often by a script. */
  private static final Set<String> STARTERS =
      Set.of(
          "java", "sh", "bash", "dash", "ksh", "zsh", "env", "nice", "nohup", "setsid", "timeout");

  private NativeRecording() {}

  /** Which recorder to use; throws when there is none of that name. */
  static String choose(String recorder, List<String> command) {
    if (recorder.equals(AUTO)) {
      if (!isNative(command.get(0))) {
        return JVM;
      }
      return PerfCommand.ptAvailable() ? "pt" : "soft-pt";
    }
    if (!recorder.equals(JVM) && !NATIVE.contains(recorder)) {
      throw new IllegalArgumentException("--recorder is auto, jvm, soft-pt, pt or preload");
    }
    return recorder;
  }

  /** A binary that is no Java launcher; scripts and shells often start a JVM, so they are not. */
  private static boolean isNative(String command) {
    try {
      Program program = Program.find(command);
      String name = String.valueOf(Path.of(command).getFileName());
      String file = String.valueOf(program.path().getFileName());
      return program.elf() && !STARTERS.contains(name) && !STARTERS.contains(file);
    } catch (IOException e) {
      return false;
    }
  }

  static NativeResult run(
      String recorder, NativeOptions options, boolean full, PrintStream progress)
      throws IOException, InterruptedException {
    return switch (recorder) {
      case "pt" ->
          LiveRecorder.pt(options, full ? PerfCommand.Mode.FULL : PerfCommand.Mode.SNAPSHOT);
      case "preload" -> new LiveRecorder(options, null).run();
      default -> new SoftPtRecorder(options, progress).run();
    };
  }

  /** Describes the result; returns the exit code. */
  static int report(NativeResult result, boolean untilFailure, ObjectNode node) {
    return switch (result) {
      case NativeResult.Recorded r -> {
        Failure failure = r.manifest().failure();
        node.put("result", failure == null ? "completed" : "failure").put("runs", r.runs());
        node.put("bundle", r.bundle().toString()).put("folder", r.folder().toString());
        node.put("bytes", r.manifest().counts().bytes());
        node.put("threads", r.manifest().counts().threads()).put("programStatus", r.exitCode());
        node.putPOJO("options", r.manifest().options());
        String what = "The run completed";
        if (failure != null) {
          node.put("failure", failure.signature());
          what = "Recorded " + failure.signature() + " in run " + r.runs();
        }
        node.put("sentence", what + ": " + r.bundle());
        yield failure == null && untilFailure ? 2 : 0;
      }
      case NativeResult.NoFailure none -> {
        node.put("result", "no-failure").put("runs", none.runs());
        node.put("sentence", "No failure in %d runs.".formatted(none.runs()));
        yield 2;
      }
      case NativeResult.Unsupported no -> {
        node.put("result", "unsupported").put("sentence", no.sentence());
        yield 3;
      }
    };
  }
}
