package dev.heisenbug.sidecar;

import dev.heisenbug.formats.bundle.NativeFolder;
import dev.heisenbug.formats.transfer.TracedPods;
import dev.heisenbug.formats.transfer.TransferNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Does for the pods of its node what the sidecar for Intel PT does for one pod, where such a
 * sidecar is forbidden: the pods get no privilege and no process of ours that has one. Which pods,
 * the operator says.
 */
final class NodeAgent {
  private static final long PERIOD_MILLIS = 100;
  private static final long ASK_NANOS = 2_000_000_000L;
  private static final String RECORDINGS = "/var/run/heisenbug/recordings";
  private static final String PRELOAD = "/libheisenbug-preload.so";

  private final Path proc;
  private final PodProcesses processes;
  private final Path spool;
  private final String recordings;
  private final String event;
  private final int megabytes;
  private final Map<Long, AgentTrace> running = new HashMap<>();
  private final Set<Long> failed = new HashSet<>();

  NodeAgent(Path proc, Path spool, String recordings, String event, int megabytes) {
    this.proc = proc;
    this.processes = new PodProcesses(proc);
    this.spool = spool;
    this.recordings = recordings;
    this.event = event;
    this.megabytes = megabytes;
  }

  static void run(Environment environment) throws IOException, InterruptedException {
    NodeAgent agent =
        new NodeAgent(
            Path.of("/proc"),
            environment.spool(),
            RECORDINGS,
            environment.required("HEISENBUG_PT_EVENT"),
            Integer.parseInt(environment.required("HEISENBUG_PT_MEGABYTES")));
    OperatorClient operator = environment.operator();
    for (Path left : Folders.list(agent.spool)) {
      Files.deleteIfExists(left); // of an agent before this one
    }
    Log.say("tracing %s of native processes of this node", agent.event);
    Set<String> pods = Set.of();
    long asked = System.nanoTime() - ASK_NANOS;
    while (true) {
      if (System.nanoTime() - asked >= ASK_NANOS) {
        asked = System.nanoTime();
        pods = ask(operator, pods);
      }
      agent.look(pods);
      Thread.sleep(PERIOD_MILLIS);
    }
  }

  /** As long as the operator is away, what it said last holds. */
  private static Set<String> ask(OperatorClient operator, Set<String> before)
      throws InterruptedException {
    try {
      List<String> uids =
          operator.post(TransferNames.TRACED_PODS, Map.of(), TracedPods.class).uids();
      Set<String> now = Set.copyOf(uids);
      if (!now.equals(before)) {
        Log.say("%d pods of this node are traced", now.size());
      }
      return now;
    } catch (IOException e) {
      Log.say("the operator could not be asked: %s", e);
      return before;
    }
  }

  /** Attaches to what is new in some pods and completes what has ended. */
  void look(Set<String> pods) throws IOException {
    Set<Long> there = new HashSet<>();
    for (PodProcesses.PodProcess process : processes.of(pods)) {
      there.add(process.pid());
      if (!running.containsKey(process.pid()) && !failed.contains(process.pid())) {
        attach(process);
      }
    }
    failed.retainAll(there);
    for (Map.Entry<Long, AgentTrace> one : List.copyOf(running.entrySet())) {
      if (!one.getValue().running()) {
        running.remove(one.getKey());
        failed.add(one.getKey()); // perf may end before its process does
        try {
          one.getValue().complete();
        } catch (IOException e) {
          Log.say("the trace of process %d is lost: %s", one.getKey(), e);
        }
      }
    }
  }

  private void attach(PodProcesses.PodProcess process) {
    try {
      if (!preloaded(process)) {
        return; // of another container, where the same number means another process
      }
      Path root = proc.resolve(process.pid() + "/root");
      String name = recordingOf(process, root);
      if (name == null) {
        return; // it has a single thread so far
      }
      Confined recording = Confined.open(root, recordings + "/" + name);
      try {
        running.put(
            process.pid(), AgentTrace.start(proc, process, recording, spool, event, megabytes));
      } catch (IOException | RuntimeException e) {
        recording.close();
        throw e;
      }
      Log.say("tracing process %d of pod %s", process.pid(), process.pod());
    } catch (IOException e) {
      if (Files.exists(proc.resolve(Long.toString(process.pid())))) {
        failed.add(process.pid());
        Log.say("process %d is not traced: %s", process.pid(), e);
      }
    }
  }

  private boolean preloaded(PodProcesses.PodProcess process) throws IOException {
    try (Stream<String> maps = Files.lines(proc.resolve(process.pid() + "/maps"))) {
      return maps.anyMatch(line -> line.endsWith(PRELOAD));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** The newest recording of the process that has no trace yet, or null. */
  private String recordingOf(PodProcesses.PodProcess process, Path root) throws IOException {
    String newest = null;
    try (Confined all = Confined.open(root, recordings)) {
      for (Path folder : Folders.list(all.path())) {
        String name = folder.getFileName().toString();
        if (name.endsWith("-" + process.inside())
            && (newest == null || name.compareTo(newest) > 0)
            && Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
            && there(folder, "cmdline")
            && !there(folder, NativeFolder.PERF_DATA)) {
          newest = name;
        }
      }
    } catch (java.nio.file.NoSuchFileException e) {
      return null; // a process of the pod that is not recorded
    }
    return newest;
  }

  private static boolean there(Path folder, String name) {
    return Files.exists(folder.resolve(name), LinkOption.NOFOLLOW_LINKS);
  }

  boolean idle() {
    return running.isEmpty();
  }
}
