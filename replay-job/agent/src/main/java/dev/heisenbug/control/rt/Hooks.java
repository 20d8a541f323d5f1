package dev.heisenbug.control.rt;

/**
 * The end of the program: its shutdown hooks are threads like all others, started by the thread
 * that called {@code exit}, or by one of the JVM's own when no thread is left that keeps it alive.
 */
public final class Hooks {
  /** What the recorder calls the first thread that no recorded thread started. */
  private static final String CLOSER = "~1";

  private static final long FOREVER = -1;

  /** The JVM's own thread that starts the hooks, once it has come. */
  private static CThread closer;

  /** Whether that thread is on its way: until it is there nobody runs. */
  private static volatile boolean closing;

  private static volatile boolean begun;

  private Hooks() {}

  /** Whether hooks run: who asks to exit now waits for ever. */
  static boolean begun() {
    return begun;
  }

  /** Whether the program's last thread has ended and its hooks have not begun. */
  static boolean expected() {
    return closing;
  }

  /** A thread has ended: is the JVM about to? Called under the scheduler's lock. */
  static void ended(Sched s) {
    if (begun || closer != null || closing) {
      return;
    }
    closing = !s.roster.keepsAlive();
  }

  /** The JVM goes on, for the sake of a thread that is not controlled. */
  static void notExpected() {
    closing = false;
  }

  /** The thread that ends the JVM, if it could run: nobody has to run before it. */
  static CThread ready(Roster roster) {
    return closer != null && roster.enabled(closer) ? closer : null;
  }

  /** Before the hooks are started. */
  public static void begin() {
    begun = true;
    if (!Ctl.SCHED.active) {
      AfterHooks.limit();
      return;
    }
    if (Ctl.peek() == null) {
      takeOver(Ctl.SCHED, Thread.currentThread());
    }
  }

  private static void takeOver(Sched s, Thread thread) {
    synchronized (s.lock) {
      closer = s.register(CLOSER, thread, Recorded.of(CLOSER));
      closing = false;
      Trace.thread(closer);
    }
    s.enter(closer);
  }

  /** Instead of joining a hook. */
  public static void join(Thread hook) throws InterruptedException {
    CThread t = Ctl.current();
    CThread other = t == null ? null : Ctl.SCHED.roster.find(hook);
    if (other == null) {
      hook.join();
      return;
    }
    Ctl.point(t, Site.HOOKS);
    if (!other.done) {
      Ctl.SCHED.block(t, Block.JOIN, other, FOREVER);
    }
    Ctl.completed(t);
    if (other.done) {
      Threads.settle(hook);
      Sync.logThread(t, Sync.JOIN, other, Site.HOOKS);
    }
  }
}
