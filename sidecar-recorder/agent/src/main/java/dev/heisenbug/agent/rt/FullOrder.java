package dev.heisenbug.agent.rt;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The order of all accesses to each location, as LEAP and Ditto record it: the location is locked
 * for the access and its version is written to the accessing thread's stream. Locations are fields
 * of an object and elements of an array, hashed to stripes.
 */
public final class FullOrder {
  private static final int STRIPES = 1 << 14;

  /** Eight words per stripe keep stripes on cache lines of their own; 0 is free. */
  private static final AtomicLongArray LOCKS = new AtomicLongArray(STRIPES * 8);

  private static final long[] VERSIONS = new long[STRIPES * 8];

  private FullOrder() {}

  /** Locks the location; the object is null for a static field. */
  public static void before(Object object, int part) {
    Log log = Recorder.log();
    if (log.held >= 0) {
      abandon();
    }
    int hash = System.identityHashCode(object) * 31 + part;
    int stripe = (hash ^ hash >>> 15) & STRIPES - 1;
    int spins = 0;
    while (!LOCKS.compareAndSet(stripe * 8, 0, log.serial)) {
      if (++spins > 100) {
        Thread.yield();
      }
    }
    log.held = stripe;
  }

  /** Records the access and unlocks its location. */
  public static void after() {
    Log log = Recorder.log();
    int stripe = log.held;
    if (stripe >= 0) {
      log.access(stripe, VERSIONS[stripe * 8]++);
      log.held = -1;
      LOCKS.setRelease(stripe * 8, 0);
    }
  }

  /** Unlocks after an access that threw. */
  public static void abandon() {
    Log log = Recorder.log();
    if (log.held >= 0) {
      int stripe = log.held;
      log.held = -1;
      LOCKS.setRelease(stripe * 8, 0);
    }
  }
}
