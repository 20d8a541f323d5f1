package dev.heisenbug.record;

import dev.heisenbug.formats.bundle.BundleFolder;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Says now and then what a run is doing that takes long and gets nowhere. */
final class RunNotes {
  private static final long[] SECONDS = {10, 30, 60, 90};
  private static final long LATER = 60;
  private final PrintStream progress;
  private final int run;
  private final RecordOptions options;
  private int said;

  /**
   * @param progress null for nothing
   * @param run counted from 1
   */
  RunNotes(PrintStream progress, int run, RecordOptions options) {
    this.progress = progress;
    this.run = run;
    this.options = options;
  }

  /** After how long the run is ended, or null. */
  Duration timeout() {
    return options.timeout();
  }

  /** Whether a failure is all that is wanted of the run. */
  boolean untilFailure() {
    return options.untilFailure();
  }

  void look(long nanos, Path recording) {
    long seconds = nanos / 1_000_000_000L;
    if (progress == null || recording == null || seconds < next()) {
      return;
    }
    List<String> doing = BundleFolder.doing(recording);
    if (!doing.isEmpty() || options.untilFailure()) {
      progress.println(sentence(seconds, doing));
    }
    while (seconds >= next()) {
      said++;
    }
  }

  private long next() {
    int last = SECONDS.length - 1;
    return said <= last ? SECONDS[said] : SECONDS[last] + (said - last) * LATER;
  }

  private String sentence(long seconds, List<String> doing) {
    String text = "run %d has been going for %d s".formatted(run, seconds);
    if (!doing.isEmpty()) {
      text += " (" + doing.get(0) + ")";
    }
    if (doing.size() > 1) {
      return text + "; it ends as a hang in " + doing.get(1) + " s if nothing changes";
    }
    return timeout() == null
        ? text + "; Ctrl-C ends it and keeps what was recorded"
        : text + "; it is ended after %d s at the latest".formatted(timeout().toSeconds());
  }
}
