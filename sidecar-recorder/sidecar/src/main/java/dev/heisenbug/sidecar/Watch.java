package dev.heisenbug.sidecar;

import dev.heisenbug.formats.bundle.BundleFolder;
import dev.heisenbug.formats.bundle.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Watches the recordings of its pod and hands those that failed to the spool. */
final class Watch {
  private static final long PERIOD_MILLIS = 200;

  /** After so long a dead process was not the container's own. */
  private static final int CHILD_SECONDS = 30;

  private final Environment environment;
  private final Sealer sealer;
  private final Map<Path, Recording> seen = new HashMap<>();
  private boolean ended;
  private boolean endedWell;

  private Watch(Environment environment, Sealer sealer) {
    this.environment = environment;
    this.sealer = sealer;
  }

  /** Runs until the pod ends, or until there is nothing more to come. */
  static void run(Environment environment) throws IOException, InterruptedException {
    Files.createDirectories(environment.spool());
    OperatorClient operator = environment.operator();
    Spool spool = new Spool(environment.spool(), environment.spoolBytes());
    Uploader uploader = new Uploader(spool, operator, new Storage());
    Thread upload = Thread.ofPlatform().name("upload").daemon().start(uploader);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> uploader.finish(upload)));
    Watch watch = new Watch(environment, new Sealer(environment, spool, operator));
    Log.say("watching %s for container %s", environment.recordings(), environment.container());
    while (!watch.nothingToCome()) {
      watch.look();
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
      if (failed && !recording.sealed() && recording.settled(environment.settleSeconds())) {
        sealer.seal(recording.folder(), null);
        recording.markSealed();
      }
      return;
    }
    boolean closed = BundleFolder.closed(recording.folder());
    if (failed && !recording.sealed()) {
      sealer.seal(recording.folder(), null);
    } else if (!closed && !failed) {
      if (!sealer.sealKilled(recording.folder())) {
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
    Failure crash = new NativeRun(recording.folder()).crash();
    if (crash != null) {
      sealer.seal(recording.folder(), crash);
    } else if (!sealer.sealKilled(recording.folder())) {
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

  /** Whether the pod's restart policy rules out another process. */
  private boolean nothingToCome() {
    return ended
        && seen.isEmpty()
        && !environment.restartsAlways()
        && (environment.restartsNever() || endedWell);
  }
}
