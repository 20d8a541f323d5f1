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
        look = still && sameMethod() && burns(clock) ? Look.TURNING : Look.BUSY;
        break;
      case TIMED_WAITING:
        look = !still && sameMethod() ? Look.TURNING : Look.BUSY;
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

  private boolean sameMethod() {
    List<String> top = Frames.top(Frames.of(thread.getStackTrace()));
    String now = top.isEmpty() ? "" : top.get(0).substring(0, top.get(0).lastIndexOf(':'));
    boolean same = !now.isEmpty() && now.equals(method);
    method = now;
    return same;
  }

  /** Without processor time a runnable thread is in a native wait, for input as a rule. */
  private boolean burns(Locks clock) {
    long before = cpu;
    cpu = clock.cpuTime(thread);
    return before >= 0 && cpu - before > 50_000_000;
  }
}
