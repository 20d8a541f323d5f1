package dev.heisenbug.control.rt;

/**
 * Recognises threads that only read: they may be waiting in a loop for another thread to write.
 *
 * <p>Such a thread gives way after a while. A thread that merely reads a lot loses nothing by it: a
 * context switch is always allowed. When every thread that could run has only been reading since
 * nobody wrote, the program hangs. So it does when time limits end again and again and nobody does
 * anything but look: a loop of pauses that waits for what will not come. A loop of pauses that does
 * not look at anything waits for nobody, and ends by itself.
 */
final class Spin {
  static final int READS_BEFORE_YIELD = 400;
  private static final int YIELD = 40;
  private static final int STUBBORN_YIELDS = 5000;
  private static final int BARREN_ROUNDS = 3000;

  /** So many pauses without a look at anything count as one round. */
  private static final int BLIND_PAUSES = 100;

  private static final int POINTS_OF_A_PAUSE = 2;
  private static final int IDLE_TIME_LIMITS = 3_000;

  /** After so many idle time limits they come late, and after each so many more twice as late. */
  private static final int IDLE_BEFORE_DELAY = 1_000;

  private static final int IDLE_BEFORE_TWICE_THE_DELAY = 50;
  private static final long LEAST_DELAY = 1_000_000L;
  private static final long MOST_DELAY = 3_600_000_000_000L;
  private static final int BARREN_ROUNDS_BEFORE_RELIEF = 50;
  private static final int BARREN_ROUNDS_BEFORE_RELEASE = 8;
  private static long clock;
  private static int barren;
  private static int blind;
  private static int idle;
  private static int idleSince;

  /** Where the first of the rounds in which nobody wrote ended. */
  private static int barrenSince;

  private static CThread barrenThread;
  private static int barrenIdx;

  private Spin() {}

  /** Before the point of a read, so that a thread that gives way has not counted it yet. */
  static void read(CThread t) {
    if (++t.spinReads % READS_BEFORE_YIELD == 0 && mayGiveWay(t) && Ctl.SCHED.current == t) {
      giveWay(t);
    }
  }

  /** The same of an array: who goes on and on through one gets somewhere, and does not wait. */
  static void readElement(CThread t, Object array, int index) {
    if (t.walked == array && index > t.walkedTo) {
      t.walkedTo = index;
      t.spinReads = 0;
      barren = 0;
      return;
    }
    if (t.walked != array) {
      t.walked = array;
      t.walkedTo = index;
    }
    read(t);
  }

  /** A thread that says it waits needs fewer rounds to be believed. */
  static void yielded(CThread t) {
    boolean looked = t.idx != t.pausedAt + POINTS_OF_A_PAUSE;
    t.pausedAt = t.idx;
    if (++t.yields < STUBBORN_YIELDS && !Ctl.SCHED.policy.believesYields()) {
      return;
    }
    int before = t.spinReads / READS_BEFORE_YIELD;
    t.spinReads += YIELD;
    boolean often = t.spinReads / READS_BEFORE_YIELD > before;
    if (t.idx >= t.stopAt) {
      // Here and not at the next point: what the JDK's loops look at behind it is none.
      Ctl.SCHED.stop(t);
    } else if (t.stopAt == Integer.MAX_VALUE || often && mayGiveWay(t)) {
      giveWay(t, looked || ++blind % BLIND_PAUSES == 0);
    }
  }

  private static boolean mayGiveWay(CThread t) {
    return t.stopAt == Integer.MAX_VALUE || Ctl.SCHED.policy.lettingSpinnersGiveWay();
  }

  static void wrote(CThread t) {
    idle = 0;
    moved(t);
  }

  /** The thread is not spinning, but nothing has changed for the others by what it did. */
  static void moved(CThread t) {
    t.spinReads = 0;
    t.wroteSinceToken = true;
    barren = 0;
  }

  /** The thread tried to change something for the others, or to get something from them. */
  static void tried(CThread t, boolean done) {
    if (done) {
      wrote(t);
    } else {
      moved(t);
    }
  }

  /** A time limit ended. */
  static void timeLimitEnded() {
    Stale.timeLimitEnded();
    if (++idle == 1) {
      idleSince = Trace.switches();
    }
    if (idle > IDLE_TIME_LIMITS) {
      idle = 0;
      if (!Ctl.SCHED.roster.anyRunnableBut(Ctl.SCHED.current) && !Ctl.SCHED.roster.anyExternal()) {
        Trace.forgetSwitches(idleSince);
        Outcome.hang(Ctl.SCHED);
      }
    }
  }

  /**
   * How much later than asked for the time limit ends that has just ended, as any may: a loop of
   * pauses that waits for a time of day gets there before it passes for a hang.
   */
  static long delay() {
    int late = idle - IDLE_BEFORE_DELAY;
    return late < 0
        ? 0
        : Math.min(MOST_DELAY, LEAST_DELAY << Math.min(40, late / IDLE_BEFORE_TWICE_THE_DELAY));
  }

  /** A store became visible: whoever waits for it may see it now. */
  static void committed() {
    barren = 0;
  }

  /** Whether threads have only been reading for so long that somebody else must run. */
  static boolean fruitless() {
    return barren > BARREN_ROUNDS_BEFORE_RELIEF;
  }

  /** Lets another thread run for the sake of fairness, if the policy has nothing against it. */
  static void giveWayToOthers(CThread t) {
    if (Mismatches.count() > 0 && t.daemon && Ctl.SCHED.roster.onlyDaemonsGoOn()) {
      Outcome.finish("mismatch");
    }
    if (mayGiveWay(t) && Ctl.SCHED.current == t) {
      giveWay(t, false);
    }
  }

  /** Lets another thread run if one can. */
  static void giveWay(CThread t) {
    giveWay(t, true);
  }

  /**
   * @param counts whether it is one more round in which nobody wrote
   */
  private static void giveWay(CThread t, boolean counts) {
    t.spinSeen = ++clock;
    if (barren > BARREN_ROUNDS_BEFORE_RELEASE) {
      // The thread may wait for one that waits for this thread's stores.
      Buffers.release(t);
    }
    if (counts && ++barren == 1) {
      barrenSince = Trace.switches();
      barrenThread = t;
      barrenIdx = t.idx;
    }
    if (barren > BARREN_ROUNDS) {
      hang();
    }
    Ctl.SCHED.block(t, Block.SPIN, null, -1);
  }

  /** Who looked how often at what nobody writes any more is left out of the plan. */
  private static void hang() {
    Trace.forgetSwitches(barrenSince);
    Trace.switched(barrenThread, barrenIdx);
    Outcome.hang(Ctl.SCHED);
    barren = 0;
  }
}
