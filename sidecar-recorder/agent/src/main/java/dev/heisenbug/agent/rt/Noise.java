package dev.heisenbug.agent.rt;

import dev.heisenbug.agent.raw.Raw;
import dev.heisenbug.weave.NoisePlace;

/**
 * Random delays that make rare interleavings likelier; does nothing unless asked for.
 *
 * <p>No one strength suits all programs: where threads do little, delays must be frequent; a bug
 * that needs two of them at once wants few places, and long ones; what a program does only once,
 * after much else, is never met by delays that much else has used up. So the seed of a run chooses
 * how many places may delay, how often they do, whether they do less the more often a thread comes
 * by, and whether pauses take a fixed time or as long as others need to come to rest; or that
 * threads take turns.
 */
public final class Noise {
  private static final int PLACES = NoisePlace.COUNT;

  /**
   * Every so many places delay, and each of them once in so many times; if the third number is not
   * 0, only when a thread comes there for the first, second, … time and rarer and rarer after that,
   * and for long.
   */
  private static final int[][] STRENGTHS = {
    {1, 64, 0},
    {1, 8, 0},
    {4, 8, 0},
    {8, 2, 0},
    {24, 1, 0},
    {1, 512, 0},
    {1, 3, 2},
    {3, 1, 1},
    {2, 1, 1},
    {8, 1, 1}
  };

  /** In so many of eight runs threads take turns. */
  private static final int TURNS_IN_EIGHT = 4;

  private static final long FREE_NANOS = 150_000_000L;
  private static final int LEAST_PAUSE_BITS = 12;
  private static final int PAUSE_BITS = 10;
  private static final int LEAST_MEETING_BITS = 16;
  private static final int MEETING_BITS = 8;
  static final int LEAST_LONG_PAUSE_BITS = 19;
  static final int LONG_PAUSE_BITS = 6;
  private static final int RARE_PAUSE_BITS = 8;
  private static final int OUTLASTS_ONE_IN = 6;
  private static final int LEAST_OUTLASTING_BITS = 25;
  private static final int OUTLASTING_BITS = 6;
  private static final int START_NANOS = 2_000_000;
  private static final int LEAST_PARKED_NANOS = 1_000;
  private static final int MOST_DIGITS = 20;
  private static final int NOWHERE = -1;
  private static long seed;
  private static int placesOneIn = 1;
  private static int timesOneIn = 64;
  private static int firstTimes;

  /** Whether a pause lasts until others have moved and come to rest. */
  private static boolean meets;

  /**
   * Whether pauses at rare visits are few, for one thread at a time, and last until all others are
   * done or stuck: what a program does once meets all that the others do.
   */
  private static boolean outlasts;

  /** Who pauses so; two that come at once may both do so. */
  private static volatile Log outlasting;

  /** Looks after which others have come to rest. */
  private static int patience;

  /** Whether a place may delay in this run; woven code is the same for all seeds. */
  private static final boolean[] CHOSEN = new boolean[PLACES];

  private Noise() {}

  public static void configure(long newSeed) {
    seed = newSeed;
    int[] strength = STRENGTHS[(int) ((mix(newSeed) >>> 1) % STRENGTHS.length)];
    placesOneIn = strength[0];
    timesOneIn = strength[1];
    firstTimes = strength[2];
    long more = mix(mix(newSeed));
    meets = (more & 1) == 0;
    patience = (more & 6) == 0 ? Meeting.LATE : Meeting.SOON;
    outlasts = firstTimes > 0 && (more >>> 6 & 3) != 0;
    if ((more >>> 3 & 7) < TURNS_IN_EIGHT) {
      long turns = mix(more);
      Turns.begin(turns);
      placesOneIn = Turns.placesOneIn(turns);
      meets = false;
    } else {
      Turns.end();
    }
    for (int place = 0; place < PLACES; place++) {
      CHOSEN[place] = (mix(place ^ mix(newSeed)) >>> 1) % placesOneIn == 0;
    }
  }

  /** Whether a place in the code may delay in this run. */
  static boolean chooses(int place) {
    return CHOSEN[place];
  }

  /** No noise on this thread until {@link #resume}: true if there would have been some. */
  public static boolean hush() {
    Log log = Recorder.known();
    if (log == null || log.disturbed) {
      return false;
    }
    log.disturbed = true;
    return true;
  }

  /** The end of what {@link #hush} has begun. */
  public static void resume() {
    Recorder.log().disturbed = false;
  }

  /** Called before accesses and synchronisation operations of woven code. */
  public static void point(int place) {
    if (Turns.on()) {
      Turns.pass(Recorder.log(), place, CHOSEN[place]);
      return;
    }
    if (waitsForOthers()) {
      Meeting.moved();
    }
    if (!CHOSEN[place]) {
      return;
    }
    disturb(Recorder.log(), place);
  }

  /** Called before calls on any collection: a concurrent one is synchronisation. */
  public static void collection(Object receiver, int place) {
    if (receiver != null && receiver.getClass().getName().startsWith("java.util.concurrent.")) {
      point(place);
    }
  }

  /**
   * Called before accesses of the JDK's data structures, by threads of all kinds. The JDK's own
   * code works with them, too, in places where a virtual thread must not come to another carrier,
   * such as where it takes a buffer from its carrier's cache.
   */
  public static void library(int place) {
    boolean pauses = Turns.on() || CHOSEN[place];
    Log log = pauses ? Recorder.known() : null;
    if (log == null || log.disturbed) {
      return;
    }
    log.inLibrary = true;
    try {
      if (Turns.on()) {
        Turns.pass(log, place, CHOSEN[place]);
      } else {
        if (waitsForOthers()) {
          Meeting.moved();
        }
        disturb(log, place);
      }
    } finally {
      log.inLibrary = false;
    }
  }

  /** Whether pauses in this run end when others have come to rest. */
  private static boolean waitsForOthers() {
    return meets || outlasts;
  }

  /**
   * Whether this visit of a place is one of the thread's first there or, later on, one of those
   * that count: about as many as the number of visits has binary digits. So a thread that comes by
   * forty times pauses there nearly as often as one that comes by ten thousand times.
   */
  static boolean isRare(Log log, int place) {
    if (log.passed == null) {
      log.passed = new byte[PLACES];
    }
    int counted = log.passed[place];
    int digits = Math.min(MOST_DIGITS, Math.max(0, counted - firstTimes + 1));
    if (digits > 0 && (dice(log) & (1 << digits) - 1) != 0) {
      return false;
    }
    if (counted < Byte.MAX_VALUE) {
      log.passed[place]++;
    }
    return true;
  }

  private static void disturb(Log log, int place) {
    if (firstTimes == 0) {
      disturbAtRandom(log, place);
    } else if (outlasting == null && isRare(log, place)) {
      disturbForLong(log, place);
    }
  }

  private static void disturbAtRandom(Log log, int place) {
    int dice = dice(log);
    if (dice % timesOneIn == 0 && !log.disturbed) {
      int kind = dice / timesOneIn;
      int bits =
          meets
              ? LEAST_MEETING_BITS + kind / 4 % MEETING_BITS
              : LEAST_PAUSE_BITS + kind / 4 % PAUSE_BITS;
      pause(log, place, kind % 4 != 0 != meets ? 0 : 1 << bits);
    }
  }

  private static void disturbForLong(Log log, int place) {
    int dice = dice(log);
    if (log.disturbed || dice % timesOneIn != 0) {
      return;
    }
    int kind = dice / timesOneIn;
    if (outlasts && kind % OUTLASTS_ONE_IN != 0 || log.inLibrary && !isProgram(log)) {
      return;
    }
    if (!outlasts) {
      pause(log, place, 1 << LEAST_LONG_PAUSE_BITS + kind % RARE_PAUSE_BITS);
    } else {
      outlasting = log;
      pause(log, place, 1 << LEAST_OUTLASTING_BITS + kind / OUTLASTS_ONE_IN % OUTLASTING_BITS);
      outlasting = null;
    }
  }

  /** Of the JDK's own use of its data structures there is so much that it would take all pauses. */
  private static boolean isProgram(Log log) {
    log.disturbed = true;
    try {
      return Caller.isProgram();
    } finally {
      log.disturbed = false;
    }
  }

  /** The thread's next random number; a thread that comes for the first time may begin late. */
  private static int dice(Log log) {
    if (log.noise == 0) {
      first(log);
    }
    long x = log.noise;
    x ^= x << 13;
    x ^= x >>> 7;
    x ^= x << 17;
    log.noise = x;
    return (int) (x >>> 33);
  }

  /** Where the dice of a thread begin. */
  static long dice(int serial) {
    return mix(seed ^ serial * 0xD1342543DE82EF95L) | 1;
  }

  /** Threads that are started together and do little would else run one after the other. */
  private static void first(Log log) {
    log.noise = dice(log.serial);
    log.noiseBegan = System.nanoTime();
    if (log.noise >>> 62 == 0) {
      pause(log, NOWHERE, (int) (log.noise >>> 8 & Integer.MAX_VALUE) % START_NANOS);
    }
  }

  /**
   * A thread may pause as long as it has run otherwise, and a little more. A pause of no length is
   * a yield, which on a busy machine takes its time, too. The recording says where and when: others
   * did there what they did before this thread went on.
   */
  private static void pause(Log log, int place, int nanos) {
    if (waitsForOthers() && Recorder.alone()) {
      return;
    }
    long begun = System.nanoTime();
    if (!mayPause(log, begun)) {
      return;
    }
    if (place != NOWHERE) {
      log.pause(place);
    }
    if (outlasting == log) {
      Meeting.await(log, begun, nanos, Meeting.DONE);
    } else if (meets && nanos > 0) {
      Meeting.await(log, begun, nanos, patience);
    } else {
      sleep(log, nanos);
    }
    if (place != NOWHERE) {
      log.clock();
    }
    log.noisePaused += System.nanoTime() - begun;
  }

  /** Whether a thread has paused less than it has run, and a little more. */
  static boolean mayPause(Log log, long now) {
    return 2 * log.noisePaused <= FREE_NANOS + now - log.noiseBegan;
  }

  /** The first sleep loads a class of the JDK, where no other pause may come in between. */
  static void sleep(Log log, int nanos) {
    boolean before = log.disturbed;
    log.disturbed = true;
    try {
      if (log.virtual && log.inLibrary) {
        Raw.park(Math.max(nanos, LEAST_PARKED_NANOS));
      } else if (nanos == 0) {
        Thread.yield();
      } else {
        Thread.sleep(nanos / 1_000_000, nanos % 1_000_000);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      log.disturbed = before;
    }
  }

  private static long mix(long z) {
    z = (z + 0x9E3779B97F4A7C15L) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return z ^ z >>> 31;
  }
}
