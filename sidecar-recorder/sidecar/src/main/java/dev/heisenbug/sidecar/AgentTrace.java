package dev.heisenbug.sidecar;

import dev.heisenbug.formats.bundle.NativeFolder;
import dev.heisenbug.nativerec.pt.PerfCommand;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * One process that perf traces from outside its pod. The trace lies in the agent's own folder until
 * it is complete, and is then put into the recording, where the pod's sidecar waits for it.
 */
final class AgentTrace {
  private static final int BUFFER = 1 << 16;

  private final Path proc;
  private final PodProcesses.PodProcess process;
  private final Confined recording;
  private final Path spool;
  private final Process perf;
  private final Map<Long, Long> threads = new TreeMap<>();

  private AgentTrace(
      Path proc, PodProcesses.PodProcess process, Confined recording, Path spool, Process perf) {
    this.proc = proc;
    this.process = process;
    this.recording = recording;
    this.spool = spool;
    this.perf = perf;
  }

  /** Attaches perf; takes the recording over. */
  static AgentTrace start(
      Path proc,
      PodProcesses.PodProcess process,
      Confined recording,
      Path folder,
      String event,
      int megabytes)
      throws IOException {
    Path spool = folder.resolve(process.pid() + "-" + System.nanoTime());
    List<String> command =
        new PerfCommand(event, PerfCommand.Mode.SNAPSHOT, megabytes, spool)
            .attach(List.of(process.pid()));
    try {
      Files.createFile(recording.path().resolve(PtRecorder.TRACING));
    } catch (FileAlreadyExistsException e) {
      // An agent before this one began and did not come to its end.
    }
    Process perf =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.INHERIT)
            .start();
    return new AgentTrace(proc, process, recording, spool, perf);
  }

  /** Notes which threads there are; false once the process has ended. */
  boolean running() {
    try {
      for (Path thread : Folders.list(proc.resolve(process.pid() + "/task"))) {
        long id = Long.parseLong(thread.getFileName().toString());
        if (!threads.containsKey(id)) {
          threads.put(id, PodProcesses.inside(thread));
        }
      }
    } catch (IOException e) {
      // A thread or the whole process has just ended.
    }
    return perf.isAlive();
  }

  /** Hands the trace over. */
  void complete() throws IOException {
    try (recording) {
      if (Files.exists(spool)) {
        try (InputStream in = Files.newInputStream(spool)) {
          write(NativeFolder.PERF_DATA, in);
        }
        StringBuilder lines = new StringBuilder();
        threads.forEach((here, inside) -> lines.append(here + "\t" + inside + "\n"));
        try (InputStream in = new java.io.ByteArrayInputStream(lines.toString().getBytes())) {
          write(NativeFolder.PT_THREADS, in);
        }
      }
      Files.deleteIfExists(recording.path().resolve(PtRecorder.TRACING));
    } finally {
      Files.deleteIfExists(spool);
    }
    Log.say("trace of process %d is complete, perf ended with %d", process.pid(), perf.exitValue());
  }

  /** Never through something that lies there already: the other sidecar is of another user. */
  private void write(String name, InputStream from) throws IOException {
    Path file = recording.path().resolve(name);
    try (OutputStream out =
        Channels.newOutputStream(
            Files.newByteChannel(
                file,
                Set.of(
                    StandardOpenOption.CREATE_NEW,
                    StandardOpenOption.WRITE,
                    LinkOption.NOFOLLOW_LINKS),
                PosixFilePermissions.asFileAttribute(
                    PosixFilePermissions.fromString("rw-r--r--"))))) {
      byte[] buffer = new byte[BUFFER];
      for (int n = from.read(buffer); n > 0; n = from.read(buffer)) {
        out.write(buffer, 0, n);
      }
    }
  }
}
