package dev.heisenbug.sidecar;

import dev.heisenbug.formats.bundle.BundleFolder;
import dev.heisenbug.formats.bundle.NativeFolder;
import dev.heisenbug.nativerec.pt.PerfCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Lets perf trace each native process that the preload agent records, into that recording's folder.
 * It shares the pod's process namespace and holds the privileges for it; everything else is the
 * other sidecar's, which waits for the trace before it seals.
 */
final class PtRecorder {
  /** In a recording's folder as long as its trace is not complete. */
  static final String TRACING = "pt.tracing";

  private static final long PERIOD_MILLIS = 50;

  private final Path recordings;
  private final String event;
  private final int megabytes;
  private final Map<Path, Process> running = new HashMap<>();

  PtRecorder(Path recordings, String event, int megabytes) {
    this.recordings = recordings;
    this.event = event;
    this.megabytes = megabytes;
  }

  static void run(Environment environment) throws IOException, InterruptedException {
    PtRecorder recorder =
        new PtRecorder(
            environment.recordings(),
            environment.required("HEISENBUG_PT_EVENT"),
            Integer.parseInt(environment.required("HEISENBUG_PT_MEGABYTES")));
    Log.say("tracing %s of native processes", recorder.event);
    while (true) {
      recorder.look();
      Thread.sleep(PERIOD_MILLIS);
    }
  }

  /** Attaches to what is new and completes what has ended. */
  void look() throws IOException {
    for (Path folder : Folders.list(recordings)) {
      if (!running.containsKey(folder)
          && new NativeRun(folder).started()
          && BundleFolder.alive(folder)
          && !Files.exists(folder.resolve(NativeFolder.PERF_DATA))) {
        attach(folder);
      }
    }
    for (Map.Entry<Path, Process> one : List.copyOf(running.entrySet())) {
      if (!one.getValue().isAlive()) {
        complete(one.getKey(), one.getValue().exitValue());
      }
    }
  }

  private void attach(Path folder) throws IOException {
    String name = folder.getFileName().toString();
    long pid = Long.parseLong(name.substring(name.lastIndexOf('-') + 1));
    Path data = folder.resolve(NativeFolder.PERF_DATA);
    List<String> command =
        new PerfCommand(event, PerfCommand.Mode.SNAPSHOT, megabytes, data).attach(List.of(pid));
    Files.createFile(folder.resolve(TRACING));
    try {
      running.put(
          folder,
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.INHERIT)
              .start());
      Log.say("tracing process %d", pid);
    } catch (IOException e) {
      Log.say("process %d is not traced: %s", pid, e.getMessage());
      complete(folder, -1);
    }
  }

  /** The other sidecar is of another user. */
  private void complete(Path folder, int status) throws IOException {
    running.remove(folder);
    if (!Files.exists(folder)) {
      return;
    }
    Path data = folder.resolve(NativeFolder.PERF_DATA);
    if (Files.exists(data)) {
      Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rw-r--r--"));
    }
    Files.deleteIfExists(folder.resolve(TRACING));
    Log.say("trace of %s is complete, perf ended with %d", folder.getFileName(), status);
  }

  boolean idle() {
    return running.isEmpty();
  }
}
