package dev.heisenbug.agent.rt;

import java.util.function.Predicate;

/** What the watchdog remembers of one thread from look to look. */
final class Watched {
  /** How a thread looks since the last look. */
  enum Look {
    /** Got somewhere, or waits for something outside the program. */
    BUSY,
    /** Waits without a limit for another thread and wrote nothing. */
    STUCK,
    /** Burns time in one method and writes nothing new: a spin, or a poll with pauses. */
    TURNING
  }

  private static final long TURNING_NANOS = 50_000_000;
  private static final long IDLE_NANOS = 100_000;

  /** A thread that looks again and again uses less than this from one look of ours to the next. */
  private static final long POLLING_NANOS = 200_000_000;

  /** Looks of ours that may fall into one pause of such a thread. */
  private static final int MOST_STILL = 10;

  final Thread thread;
  final Log log;
  private long progress;
  private String method = "";
  private long cpu = -1;
  private int stillLooks;
  private boolean still;
  private int clockReads;
  private StackTraceElement[] places = {};
  private boolean inMap;
  Look look = Look.BUSY;

  Watched(Thread thread, Log log) {
    this.thread = thread;
    this.log = log;
    this.progress = log.progress();
  }

  /** Looks again; stacks are taken only of threads that may be turning. */
  Look look(Locks clock) {
    int asked = log.clockReads();
    look = asked == clockReads ? looked(clock) : asksForTheTime(clock);
    clockReads = asked;
    return look;
  }

  /** A loop that asks for the time ends at some moment by itself. */
  private Look asksForTheTime(Locks clock) {
    looked(clock);
    return Look.BUSY;
  }

  private Look looked(Locks clock) {
    Thread.State state = thread.getState();
    long before = progress;
    progress = log.progress();
    still = before == progress;
    if (polls(state, still, clock)) {
      return look;
    }
    switch (state) {
      case BLOCKED:
      case WAITING:
        look = still ? Look.STUCK : Look.BUSY;
        break;
      case RUNNABLE:
        look = still ? runnable(clock) : Look.BUSY;
        break;
      case TIMED_WAITING:
        look = !still && sameMethod(thread.getStackTrace()) ? Look.TURNING : Look.BUSY;
        break;
      default:
        look = Look.BUSY;
    }
    return look;
  }

  /**
   * A thread that was found looking again and again goes on with that as long as it stays in its
   * method and uses little time, whatever it is doing at this moment.
   */
  private boolean polls(Thread.State state, boolean still, Locks clock) {
    if (look != Look.TURNING || state != Thread.State.TIMED_WAITING && still) {
      return false;
    }
    long before = cpu;
    cpu = clock.cpuTime(thread);
    stillLooks = still ? stillLooks + 1 : 0;
    return stillLooks < MOST_STILL
        && cpu >= 0
        && (before < 0 || cpu - before < POLLING_NANOS)
        && sameMethod(thread.getStackTrace());
  }

  /** Wrote nothing since the look before and is not stuck, nor going round. */
  boolean waitsForTheWorld() {
    return still && look == Look.BUSY;
  }

  boolean waits() {
    Thread.State state = thread.getState();
    return state == Thread.State.BLOCKED || state == Thread.State.WAITING;
  }

  /**
   * A thread that waits for a class to be initialised counts as runnable: it stands in Java code,
   * or in the native code that was asked for the class, and uses no time. Without time in other
   * native code it waits for the world, for input as a rule.
   */
  private Look runnable(Locks clock) {
    StackTraceElement[] stack = thread.getStackTrace();
    long before = cpu;
    cpu = clock.cpuTime(thread);
    boolean same = sameMethod(stack);
    if (before < 0 || stack.length == 0) {
      return Look.BUSY;
    }
    if (cpu - before < IDLE_NANOS && (!stack[0].isNativeMethod() || initialises(stack[0]))) {
      // Maybe in a hidden frame, such as that of a reference to a method of the class.
      return same || method.isEmpty() ? Look.STUCK : Look.BUSY;
    }
    return same && cpu - before > TURNING_NANOS ? Look.TURNING : Look.BUSY;
  }

  /** Whether a native method may run a class initialiser, and waits for nothing but that. */
  private static boolean initialises(StackTraceElement frame) {
    String type = frame.getClassName();
    return type.equals("java.lang.Class")
        || type.equals("jdk.internal.misc.Unsafe")
        || type.startsWith("java.lang.invoke.")
        || type.startsWith("jdk.internal.reflect.");
  }

  /** The innermost method of the program, or nothing. */
  static String method(StackTraceElement[] stack) {
    StackTraceElement frame = Frames.innermost(stack);
    return frame == null ? "" : frame.getClassName() + "." + frame.getMethodName();
  }

  /**
   * Whether the thread goes round in a loop that it cannot end by itself, or in a map; else it may
   * be one that computes for long.
   */
  boolean needsOthers(Predicate<StackTraceElement[]> waitingLoops) {
    return places.length > 0 && (inMap || waitingLoops.test(places));
  }

  /** Whether it is sure that a thread that needs others does not go on with something else. */
  boolean isSure() throws InterruptedException {
    return look != Look.TURNING || !inMap || MapCall.lasts(thread);
  }

  private boolean sameMethod(StackTraceElement[] stack) {
    places = Frames.innermostOnes(stack);
    inMap = MapCall.in(stack);
    String now = method(stack);
    boolean same = !now.isEmpty() && now.equals(method);
    method = now;
    return same;
  }
}
