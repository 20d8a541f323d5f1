package dev.heisenbug.agent.rt;

import java.util.List;

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
  final Thread thread;
  final Log log;
  private long progress;
  private String method = "";
  private long cpu = -1;
  Look look = Look.BUSY;

  Watched(Thread thread, Log log) {
    this.thread = thread;
    this.log = log;
    this.progress = log.progress();
  }

  /** Looks again; stacks are taken only of threads that may be turning. */
  Look look(Locks clock) {
    Thread.State state = thread.getState();
    long before = progress;
    progress = log.progress();
    boolean still = before == progress;
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

  boolean waits() {
    Thread.State state = thread.getState();
    return state == Thread.State.BLOCKED || state == Thread.State.WAITING;
  }

  /**
   * A thread that waits for a class to be initialised counts as runnable: it stands in Java code
   * and uses no time. Without time in native code it waits for the world, for input as a rule.
   */
  private Look runnable(Locks clock) {
    StackTraceElement[] stack = thread.getStackTrace();
    long before = cpu;
    cpu = clock.cpuTime(thread);
    if (!sameMethod(stack) || before < 0) {
      return Look.BUSY;
    }
    if (cpu - before > TURNING_NANOS) {
      return Look.TURNING;
    }
    return cpu - before < IDLE_NANOS && !stack[0].isNativeMethod() ? Look.STUCK : Look.BUSY;
  }

  private boolean sameMethod(StackTraceElement[] stack) {
    List<String> top = Frames.top(Frames.of(stack));
    String now = top.isEmpty() ? "" : top.get(0).substring(0, top.get(0).lastIndexOf(':'));
    boolean same = !now.isEmpty() && now.equals(method);
    method = now;
    return same;
  }
}
