package dev.heisenbug.sidecar;

import dev.heisenbug.formats.bundle.BundleFolder;
import dev.heisenbug.formats.bundle.Failure;
import dev.heisenbug.formats.transfer.Termination;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Watches the recordings of its pod and hands those that failed to the spool. */
final class Watch {
  private static final long PERIOD_MILLIS = 200;

  /** A pod's end usually allows half a minute, and there may be something to upload. */
  private static final int STOP_SECONDS = 12;

  /** How often to ask about a container that nothing is recorded of. */
  private static final int ASK_SECONDS = 20;

  /** The longest that the trace of a dead process is waited for. */
  private static final int TRACE_SECONDS = 15;

  /** After so long a dead process was not the container's own. */
  private static final int CHILD_SECONDS = 30;

  private final Environment environment;
  private final Sealer sealer;
  private final Map<Path, Recording> seen = new HashMap<>();
  private final CountDownLatch settled = new CountDownLatch(1);
  private long asked = System.nanoTime();
  private boolean ended;
  private boolean endedWell;
  private volatile boolean stopping;

  private Watch(Environment environment, Sealer sealer) {
    this.environment = environment;
    this.sealer = sealer;
  }

  /** Runs until the pod ends, or until there is nothing more to come. */
  static void run(Environment environment) throws IOException, InterruptedException {
    Files.createDirectories(environment.spool());
    OperatorClient operator = environment.operator();
    Spool spool = new Spool(environment.spool(), environment.spoolBytes());
    Uploader uploader = new Uploader(spool, operator);
    Thread upload = Thread.ofPlatform().name("upload").daemon().start(uploader);
    Watch watch = new Watch(environment, new Sealer(environment, spool, operator));
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  watch.stop();
                  uploader.finish(upload);
                }));
    Log.say("watching %s for container %s", environment.recordings(), environment.container());
    while (!watch.nothingToCome()) {
      boolean last = watch.stopping;
      watch.look();
      if (last && watch.nothingToSeal()) {
        watch.settled.countDown();
      }
      Thread.sleep(PERIOD_MILLIS);
    }
    Log.say("the program has ended and is not started again");
    uploader.finish(upload);
    Runtime.getRuntime().halt(0);
  }

  private void look() throws IOException {
    for (Path folder : Folders.list(environment.recordings())) {
      if (BundleFolder.started(folder) || new NativeRun(folder).started()) {
        Recording recording = seen.computeIfAbsent(folder, Recording::new);
        try {
          if (BundleFolder.started(folder)) {
            look(recording);
          } else {
            lookNative(recording);
          }
        } catch (IOException | RuntimeException e) {
          if (recording.giveUp()) {
            Log.say("recording %s cannot be sealed: %s", folder.getFileName(), e);
            discard(recording);
          }
        }
      }
    }
    seen.keySet().removeIf(folder -> !Files.exists(folder));
  }

  private void look(Recording recording) throws IOException {
    boolean alive = BundleFolder.alive(recording.folder());
    boolean failed = BundleFolder.firstFailure(recording.folder()) != null;
    if (alive) {
      if (failed
          && !recording.sealed()
          && (stopping || recording.settled(environment.settleSeconds()))) {
        sealer.seal(recording.folder(), null);
        recording.markSealed();
      }
      return;
    }
    boolean closed = BundleFolder.closed(recording.folder());
    if (failed && !recording.sealed()) {
      sealer.seal(recording.folder(), null);
    } else if (!failed && (!closed || BundleFolder.stopped(recording.folder()))) {
      if (!recording.mayAsk() || !sealer.sealKilled(recording.folder())) {
        return; // the cluster does not know yet how it ended
      }
    } else if (!failed) {
      Log.say("recording %s ended without a failure", recording.folder().getFileName());
    }
    endedWell = closed && !failed;
    discard(recording);
  }

  /** A native process says nothing until it dies, and may be the child of another. */
  private void lookNative(Recording recording) throws IOException {
    if (BundleFolder.alive(recording.folder())) {
      return;
    }
    if (Files.exists(recording.folder().resolve(PtRecorder.TRACING))
        && !recording.settled(TRACE_SECONDS)) {
      return; // perf is about to write the trace
    }
    Failure crash = new NativeRun(recording.folder()).crash();
    if (crash != null) {
      sealer.seal(recording.folder(), crash);
    } else if (!recording.mayAsk() || !sealer.sealKilled(recording.folder())) {
      if (!recording.settled(CHILD_SECONDS)) {
        return; // the cluster does not know yet how it ended
      }
      Log.say("recording %s: a child process ended", recording.folder().getFileName());
    }
    endedWell = crash == null;
    discard(recording);
  }

  private void discard(Recording recording) throws IOException {
    seen.remove(recording.folder());
    Folders.delete(recording.folder());
    ended = true;
  }

  /**
   * Lets the loop seal what has failed until now. A sidecar that the cluster stops after the
   * program hears of the end only here.
   */
  private void stop() {
    stopping = true;
    try {
      settled.await(STOP_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean nothingToSeal() throws IOException {
    for (Recording recording : seen.values()) {
      if (!recording.sealed() && !BundleFolder.alive(recording.folder())) {
        return false;
      }
    }
    return true;
  }

  /** Whether the pod's restart policy rules out another process. */
  private boolean nothingToCome() {
    if (environment.restartsAlways() || !seen.isEmpty()) {
      return false;
    }
    return ended ? environment.restartsNever() || endedWell : endedUnrecorded();
  }

  /** A container whose program no agent came into ends unseen; a Job must not wait for us then. */
  private boolean endedUnrecorded() {
    if (System.nanoTime() - asked < ASK_SECONDS * 1_000_000_000L) {
      return false;
    }
    asked = System.nanoTime();
    return sealer.endOfContainer().filter(this::isFinal).isPresent();
  }

  private boolean isFinal(Termination end) {
    return end.known() && (environment.restartsNever() || end.exitCode() == 0);
  }
}
