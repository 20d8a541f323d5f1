package dev.heisenbug.agent.rt;

/**
 * Lets one thread at a time pass its places, for turns of random length or by random ranks: what
 * takes several threads that are held up at once is then no rarer than what takes one, and pauses
 * tell nearly the whole order. Whoever has the turn and rests, or does not come by for a while,
 * loses it, so that nothing here can keep a program from going on.
 */
final class Turns {
  private static final int LOOK_NANOS = 50_000;
  private static final int LOOKS_WITHOUT_SLEEP = 50;

  /** How long the thread that has the turn may do without a place before it loses it. */
  private static final int PATIENCE_NANOS = 2_000_000;

  /** The same where threads have been waited for so often that it seems to be their way. */
  private static final int LITTLE_PATIENCE_NANOS = 200_000;

  private static final int MOST_WAITED_FOR = 60;

  /**
   * Who has the turn and has yet to see it may take so many times longer: a virtual thread may have
   * nothing to run on, because those that wait for it are pinned and hold all there is.
   */
  private static final int TIMES_TO_SEE_IT = 10;

  /** A turn has an end also where ranks decide: a thread may turn in a loop until others move. */
  private static final int[] LONGEST = {2_000, 2_000, 16_000, 128_000};

  /** How long turns are on average, where they are random. */
  private static final int[] LENGTHS = {2, 3, 5, 8, 12, 16, 32, 128};

  private static final int PAUSES_ONE_IN = 4;
  private static final int LEAST_PAUSE_BITS = 16;
  private static final int PAUSE_BITS = 8;
  private static final int[] PLACES_ONE_IN = {1, 2, 4, 8};
  private static final int[] DROPS_ONE_IN = {4, 8, 16, 64};
  private static final int LEAST_HANDOVERS_BITS = 9;
  private static final int HANDOVERS_BITS = 6;
  private static final long[] FROM_NANOS = {0, 0, 0, 0, 0, 0, 100_000_000, 1_000_000_000};

  private static boolean on;
  private static boolean ranked;

  /** Whether ranks drop where a thread seldom comes by, whatever else it does. */
  private static boolean rare;

  /** Whether every second thread begins late. */
  private static boolean late;

  /** Whether a turn may end with a pause where nobody waits for the next. */
  private static boolean pauses;

  private static int length;
  private static int longest;
  private static int dropsOneIn;
  private static long from;
  private static volatile Turn holder;

  /** How often the turn may still go from one thread to another. */
  private static volatile int handovers;

  /** Those that wait for the turn; guarded by this class, like what follows. */
  private static Turn[] waiting = new Turn[16];

  private static int count;
  private static int waitedFor;
  private static long lowest;

  private Turns() {}

  /** One thread's part in this. */
  static final class Turn {
    private final Thread thread = Thread.currentThread();
    private long dice;
    private long rank;
    private int left;
    private int passed;
    private volatile boolean waits;

    private Turn(long dice) {
      this.dice = dice;
      rank = below(Integer.MAX_VALUE);
    }

    private int below(int n) {
      dice ^= dice << 13;
      dice ^= dice >>> 7;
      dice ^= dice << 17;
      return (int) ((dice >>> 33) % n);
    }

    private boolean ends(Log log, int place) {
      return --left <= 0 || (rare ? Noise.isRare(log, place) : ranked && below(dropsOneIn) == 0);
    }

    /** One that waits for the turn and has it by now does not rest, but has yet to see it. */
    private boolean rests() {
      if (waits) {
        return false;
      }
      Thread.State state = thread.getState();
      return state != Thread.State.RUNNABLE && state != Thread.State.NEW;
    }
  }

  /** Threads take turns from now on, in a way that a random number decides. */
  static void begin(long random) {
    rare = (random >>> 28 & 3) == 3;
    ranked = rare || (random & 1) == 0;
    longest = LONGEST[(int) (random >>> 30 & 3)];
    length = LENGTHS[(int) ((random >>> 3 & 255) % LENGTHS.length)];
    dropsOneIn = DROPS_ONE_IN[(int) (random >>> 11 & 3)];
    handovers = 1 << LEAST_HANDOVERS_BITS + (random >>> 13 & 255) % HANDOVERS_BITS;
    from = System.nanoTime() + FROM_NANOS[(int) (random >>> 21 & 7)];
    late = (random >>> 24 & 3) == 0;
    pauses = (random >>> 26 & 3) != 0;
    waitedFor = 0;
    on = true;
  }

  static void end() {
    on = false;
  }

  /** Whether threads take turns in this run. */
  static boolean on() {
    return on;
  }

  /** At every so many places a turn may end. */
  static int placesOneIn(long random) {
    return PLACES_ONE_IN[(int) (random >>> 1 & 3)];
  }

  /**
   * The current thread is about to pass a place.
   *
   * @param mayEnd whether its turn may end here
   */
  static void pass(Log log, int place, boolean mayEnd) {
    if (handovers <= 0 || log.disturbed) {
      return;
    }
    Turn mine = log.turn;
    if (mine == null) {
      mine = new Turn(Noise.dice(log.serial));
      log.turn = mine;
      log.noiseBegan = System.nanoTime();
      beginLate(log, mine, place);
    }
    mine.passed++;
    if (holder == mine) {
      if (mayEnd && mine.ends(log, place)) {
        end(log, mine, place);
      }
    } else if (System.nanoTime() >= from && queues(mine)) {
      await(log, mine, place);
    }
  }

  private static void end(Log log, Turn mine, int place) {
    if (goes(mine)) {
      await(log, mine, place);
    } else if (pauses && (log.noisePaused == 0 || mine.below(PAUSES_ONE_IN) == 0)) {
      pause(log, mine, place);
    }
  }

  /** Gives others time to come. */
  private static void pause(Log log, Turn mine, int place) {
    long begun = System.nanoTime();
    if (!Noise.mayPause(log, begun)) {
      return;
    }
    log.pause(place);
    long end = begun + (1L << LEAST_PAUSE_BITS + mine.below(PAUSE_BITS));
    while (holder == mine && System.nanoTime() < end) {
      Noise.sleep(log, LOOK_NANOS);
    }
    log.noisePaused += System.nanoTime() - begun;
    log.clock();
    if (holder != mine && queues(mine)) {
      await(log, mine, place);
    }
  }

  private static void beginLate(Log log, Turn mine, int place) {
    if (late && mine.below(2) == 0) {
      log.pause(place);
      Noise.sleep(log, 1 << Noise.LEAST_LONG_PAUSE_BITS + mine.below(Noise.LONG_PAUSE_BITS));
      log.clock();
    }
  }

  /** Whether a thread that comes has to wait. */
  private static synchronized boolean queues(Turn mine) {
    Turn now = holder;
    if (now == null || count == 0 && now.rests()) {
      give(mine);
      return false;
    }
    add(mine);
    return true;
  }

  /** Whether another thread goes on when one's turn ends. */
  private static synchronized boolean goes(Turn mine) {
    mine.rank = --lowest;
    if (count == 0) {
      mine.left = turn(mine);
      return false;
    }
    Turn next = next(mine);
    add(mine);
    give(next);
    return true;
  }

  /** The thread that has the turn does not use it. */
  private static synchronized void takeFrom(Turn idle, Turn by, boolean late) {
    if (holder == idle && count > 0) {
      waitedFor += late ? 1 : 0;
      // Of those who wait for it only the one that looks is known to run.
      give(idle.waits ? by : next(by));
    }
  }

  private static void give(Turn next) {
    next.left = turn(next);
    holder = next;
    handovers--;
  }

  private static int turn(Turn of) {
    return ranked ? longest : 1 + of.below(2 * length);
  }

  /** The one of those who wait that goes on. */
  private static Turn next(Turn chooser) {
    if (!ranked) {
      return waiting[chooser.below(count)];
    }
    Turn best = waiting[0];
    for (int i = 1; i < count; i++) {
      best = waiting[i].rank > best.rank ? waiting[i] : best;
    }
    return best;
  }

  private static void add(Turn turn) {
    if (count == waiting.length) {
      Turn[] more = new Turn[2 * count];
      System.arraycopy(waiting, 0, more, 0, count);
      waiting = more;
    }
    turn.waits = true;
    waiting[count++] = turn;
  }

  private static synchronized void remove(Turn turn) {
    for (int i = 0; i < count; i++) {
      if (waiting[i] == turn) {
        waiting[i] = waiting[--count];
        waiting[count] = null;
      }
    }
    turn.waits = false;
  }

  private static void await(Log log, Turn mine, int place) {
    log.pause(place);
    Turn seen = null;
    int passed = 0;
    long since = 0;
    for (int looks = 0; holder != mine && handovers > 0; looks++) {
      Turn now = holder;
      if (now != seen || now.passed != passed) {
        seen = now;
        passed = now.passed;
        since = System.nanoTime();
      }
      boolean late = System.nanoTime() - since > patience(now);
      if (late || now.rests()) {
        takeFrom(now, mine, late);
      } else {
        Noise.sleep(log, looks < LOOKS_WITHOUT_SLEEP ? 0 : LOOK_NANOS);
      }
    }
    remove(mine);
    log.clock();
  }

  private static int patience(Turn with) {
    int nanos = waitedFor < MOST_WAITED_FOR ? PATIENCE_NANOS : LITTLE_PATIENCE_NANOS;
    return with.waits ? TIMES_TO_SEE_IT * nanos : nanos;
  }
}
