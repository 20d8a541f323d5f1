package dev.heisenbug.agent.rt;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Tells a livelock from work, which looks the same from outside, by its time: a run that takes far
 * longer than all before it, while no thread begins or ends and each waits or stays in the same few
 * methods.
 */
final class Overdue {
  private static final int LOOKS = 15;
  private static final int FEW_METHODS = 4;

  private final long from;
  private final Map<Watched, Set<String>> methods = new HashMap<>();
  private int looks;
  private int threads;

  /**
   * @param seconds how long a run may take before this looks at all; 0 is for ever
   */
  Overdue(int seconds) {
    from = seconds == 0 ? Long.MAX_VALUE : System.nanoTime() + seconds * 1_000_000_000L;
  }

  /** Whether a run of the same program has ended before. */
  boolean knowsOtherRuns() {
    return from != Long.MAX_VALUE;
  }

  /** Looks at all threads, once a second; true if they have gone round for long enough. */
  boolean look(List<Watched> all) {
    if (from == Long.MAX_VALUE || System.nanoTime() < from) {
      return false;
    }
    if (threads != Recorder.threads() || !goRound(all)) {
      threads = Recorder.threads();
      methods.clear();
      looks = 0;
    }
    return ++looks > LOOKS;
  }

  private boolean goRound(List<Watched> all) {
    for (Watched watched : all) {
      if (!watched.thread.isAlive() || watched.thread.isDaemon()) {
        continue;
      }
      if (watched.waitsForTheWorld()) {
        return false;
      }
      Set<String> seen = methods.computeIfAbsent(watched, w -> new HashSet<>());
      seen.add(Watched.method(watched.thread.getStackTrace()));
      if (seen.size() > FEW_METHODS) {
        return false;
      }
    }
    return true;
  }
}
