package dev.heisenbug.record;

import dev.heisenbug.formats.bundle.Bundle;
import dev.heisenbug.formats.bundle.BundleFolder;
import dev.heisenbug.formats.bundle.Manifest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Runs that were cut short. One that got nowhere for a minute may have been a livelock or a long
 * computation, which nobody can tell from that run alone: it is kept until another run of the same
 * command ends. If that takes far less time, the kept one hung.
 */
final class Unended {
  /** So many runs without one that ends are enough to see that none will. */
  private static final int MOST = 3;

  private final RecordOptions options;
  private final List<String> command;
  private int count;
  private int last;
  private Outcome lastOutcome;
  private Suspect suspect;

  Unended(RecordOptions options, List<String> command) {
    this.options = options;
    this.command = command;
  }

  /** A run that got nowhere; its folder is ours. */
  private record Suspect(int run, Outcome outcome, Path folder, Path recording) {}

  void add(int run, Outcome outcome, Path folder, Path recording) throws IOException {
    count++;
    last = run;
    lastOutcome = outcome;
    if (suspect == null && outcome.end() == Outcome.End.SUSPECT) {
      suspect = new Suspect(run, outcome, folder, recording);
    } else {
      RecordRunner.delete(folder);
    }
  }

  /** The last run that was cut short, counted from 1; 0 if none was. */
  int lastRun() {
    return last;
  }

  /** What is said of that run. */
  String sentence() {
    return "was still going after %d s%s and was ended"
        .formatted(
            lastOutcome.seconds(),
            lastOutcome.end() == Outcome.End.SUSPECT ? ", round and round," : "");
  }

  /** The hang that the kept run was if it took far longer than a run that has ended; else null. */
  RecordResult comparedWith(RunTimes times) throws IOException {
    Suspect kept = suspect;
    if (kept == null || !times.isFarLonger(kept.outcome.seconds())) {
      forget();
      return null;
    }
    suspect = null;
    BundleFolder.blameStop(kept.recording, "another run of the same command took far less time");
    return sealed(kept);
  }

  /** After too many runs of which none ended, an answer that says so; else null. */
  RecordResult tooMany(RunTimes times) throws IOException {
    if (count < MOST || times.overdueSeconds() > 0) {
      return null;
    }
    String kept = "";
    if (suspect != null) {
      kept = " One is kept in " + sealed(suspect).bundle() + ".";
      suspect = null;
    }
    return new RecordResult.NotEnded(
        ("No run of %s ended within %d s, so nobody can tell work from a livelock: raise the limit"
                + " of a run (%s) if it works, or say with --overdue after how many seconds going"
                + " round is a hang.%s")
            .formatted(command.get(0), lastOutcome.seconds(), "--run-timeout", kept));
  }

  /** The same result, when nothing more can be found out about the kept run. */
  RecordResult given(RecordResult result) throws IOException {
    forget();
    return result;
  }

  void forget() throws IOException {
    if (suspect != null) {
      RecordRunner.delete(suspect.folder);
      suspect = null;
    }
  }

  private RecordResult.Recorded sealed(Suspect kept) throws IOException {
    Manifest manifest =
        BundleFolder.seal(kept.recording, command, RecordRunner.environment(), null);
    Path bundle = options.out().resolve(kept.folder.getFileName() + ".hbbundle");
    Bundle.pack(kept.recording, bundle);
    boolean noisy = options.noiseSeed(kept.run - 1) != 0;
    return new RecordResult.Recorded(
        kept.recording, bundle, manifest, kept.run, kept.outcome.exitCode(), noisy, false);
  }
}
