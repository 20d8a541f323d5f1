package dev.heisenbug.sidecar;

import dev.heisenbug.formats.bundle.Bundle;
import dev.heisenbug.formats.bundle.BundleFolder;
import dev.heisenbug.formats.bundle.Failure;
import dev.heisenbug.formats.bundle.FailureKind;
import dev.heisenbug.formats.bundle.Manifest;
import dev.heisenbug.formats.transfer.FailureNote;
import dev.heisenbug.formats.transfer.Termination;
import dev.heisenbug.formats.transfer.TransferNames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes a bundle of a recording: on a copy, because the recording belongs to another user. */
final class Sealer {
  private static final int SIGTERM_STATUS = 143;

  /** Reasons that say less than the status. */
  private static final List<String> NAMELESS = List.of("Error", "Completed");

  private final Environment environment;
  private final Spool spool;
  private final OperatorClient operator;

  Sealer(Environment environment, Spool spool, OperatorClient operator) {
    this.environment = environment;
    this.spool = spool;
    this.operator = operator;
  }

  /**
   * Seals a recording into the spool.
   *
   * @param observed a failure that the recording itself does not tell, or null
   */
  void seal(Path recording, Failure observed) throws IOException {
    seal(recording, observed, null);
  }

  /**
   * @param probe why the program was stopped, if that was for getting nowhere
   */
  private void seal(Path recording, Failure observed, String probe) throws IOException {
    String name = recording.getFileName().toString();
    if (spool.has(name)) {
      return; // sealed before this process was restarted
    }
    Path copy = spool.workFolder(name);
    try {
      Folders.copy(recording, copy);
      if (probe != null) {
        BundleFolder.blameStop(copy, probe);
      }
      NativeRun process = new NativeRun(copy);
      Manifest manifest =
          process.started()
              ? process.seal(environment.image(), observed)
              : BundleFolder.seal(copy, environment.image(), observed);
      Path packed = copy.resolveSibling(name + ".packed");
      Bundle.pack(copy, packed);
      spool.add(
          name,
          packed,
          environment.container(),
          FailureNote.of(manifest.failure()),
          manifest.runtime(),
          manifest.overhead() == null ? null : manifest.overhead().ratio());
      Log.say(
          "sealed recording %s: %s%s",
          name,
          manifest.failure().signature(),
          manifest.options().getOrDefault("recorder", "").contains("pt") ? ", with its trace" : "");
    } finally {
      Folders.delete(copy);
    }
  }

  /**
   * Seals the recording of a process that was killed before it could say anything.
   *
   * @return false if it is not known yet how the process ended
   */
  boolean sealKilled(Path recording) throws IOException {
    Termination end = termination(startOf(recording));
    if (!end.known()) {
      return false;
    }
    boolean stopped = end.exitCode() == 0 || end.exitCode() == SIGTERM_STATUS;
    if (end.leaving() || stopped && end.probe() == null) {
      Log.say("recording %s: the program was stopped", recording.getFileName());
      return true;
    }
    seal(recording, failure(end), end.probe());
    return true;
  }

  /** How the container ended last, if it ever did and the operator can be asked. */
  Optional<Termination> endOfContainer() {
    try {
      return Optional.of(termination(0));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private Termination termination(long since) throws IOException {
    try {
      return operator.post(
          TransferNames.TERMINATION,
          Map.of("container", environment.container(), "since", since),
          Termination.class);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Termination.unknown(false);
    }
  }

  /** Recordings are named by the time of their start. */
  private static long startOf(Path recording) {
    String name = recording.getFileName().toString();
    return Long.parseLong(name.substring(0, name.indexOf('-')));
  }

  private static Failure failure(Termination end) {
    boolean signal = end.exitCode() > 128;
    String type = signal ? "signal " + (end.exitCode() - 128) : "exit " + end.exitCode();
    if (end.probe() != null) {
      type = "probe failed";
    } else if (end.reason() != null && !NAMELESS.contains(end.reason())) {
      type = end.reason();
    }
    String signature = signal ? "signal:" + (end.exitCode() - 128) : "exit:" + end.exitCode() + "@";
    return new Failure(
        signal ? FailureKind.SIGNAL : FailureKind.EXIT,
        signature,
        type,
        end.probe(),
        null,
        null,
        List.of(),
        0,
        end.exitCode(),
        List.of());
  }
}
