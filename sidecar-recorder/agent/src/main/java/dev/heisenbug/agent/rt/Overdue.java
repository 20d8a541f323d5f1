package dev.heisenbug.agent.rt;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Tells a livelock from work, which looks the same from outside, by its time: a run that takes far
 * longer than all before it, while no thread begins or ends and each waits or stays in the same few
 * methods. In a first run, of which nobody knows how long it takes, that is a suspicion only.
 */
final class Overdue {
  private static final int LOOKS = 15;
  private static final int FEW_METHODS = 4;

  /** More threads than this are not looked at every second. */
  private static final int MANY = 200;

  private final long begin = System.nanoTime();
  private final boolean known;
  private final int limit;
  private final Map<Watched, Set<String>> methods = new HashMap<>();
  private int looks;
  private int threads;

  /**
   * @param overdueSeconds after which a run takes far longer than all before it; 0 is never
   * @param suspectSeconds after which a run that nothing is known about is suspected; 0 is never
   */
  Overdue(int overdueSeconds, int suspectSeconds) {
    known = overdueSeconds != 0;
    limit = known ? overdueSeconds : suspectSeconds;
  }

  /** Whether a run of the same program has ended before. */
  boolean knowsOtherRuns() {
    return known;
  }

  /** Looks at all threads, once a second; true if it is time and they have gone round so long. */
  boolean look(List<Watched> all) {
    if (seconds() < Math.max(LOOKS, limit - LOOKS) || all.size() > MANY) {
      return false;
    }
    if (threads != Recorder.threads() || !goRound(all)) {
      threads = Recorder.threads();
      methods.clear();
      looks = 0;
    }
    looks++;
    return limit > 0 && seconds() >= limit && goesRound();
  }

  /** Whether all threads have gone round for so long that it is no accident. */
  boolean goesRound() {
    return looks > LOOKS;
  }

  /** For how many looks all threads have gone round. */
  int rounds() {
    return looks;
  }

  long seconds() {
    return (System.nanoTime() - begin) / 1_000_000_000L;
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
