package dev.heisenbug.control.rt;

import dev.heisenbug.weave.stream.Causes;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * What a controlled run came to, written as tab-separated lines to {@code outcome.tsv}.
 *
 * <p>{@code docs/run-log.md} lists the lines. The file is complete once its last line is {@code
 * end}.
 */
final class Outcome {
  /** Exit status of a run that the agent ended itself. */
  static final int HALTED = 97;

  private static final StringBuilderLite TEXT = new StringBuilderLite();
  private static String path;
  private static Expected expected;
  private static boolean written;
  private static Runnable last;

  private Outcome() {}

  static void open(String file, Expected wanted) {
    path = file;
    expected = wanted;
  }

  static void atEnd(Runnable task) {
    last = task;
  }

  /**
   * Notes a failure; ends the run if it is the one that was asked for. Another one that the program
   * has a handler for, on that very thread, is its own affair.
   */
  static void uncaught(CThread t, Throwable e) {
    Ctl.enterAgent();
    try {
      if (!expected.exception(e) && t != null && hasHandler(t.thread)) {
        return;
      }
      synchronized (Outcome.class) {
        TEXT.line("failure", "exception", t == null ? "?" : t.id, e.getClass().getName());
        TEXT.line("message", clean(String.valueOf(e.getMessage())));
        frames(Causes.frames(e));
        StackTraceElement origin = Causes.origin(e);
        if (origin != null) {
          TEXT.line("cause", text(origin));
        }
      }
      if (expected.exception(e)) {
        e.printStackTrace();
        finish("failed");
      }
    } finally {
      Ctl.leaveAgent();
    }
  }

  private static boolean hasHandler(Thread thread) {
    Thread.UncaughtExceptionHandler handler = thread.getUncaughtExceptionHandler();
    return handler != null && !(handler instanceof ThreadGroup);
  }

  /**
   * Notes that the program ends itself with a status, unless all is written already. Its shutdown
   * hooks run under control unless this is the failure that was asked for.
   */
  static void exiting(int status, boolean halt) {
    synchronized (Outcome.class) {
      if (written) {
        return;
      }
    }
    CThread t = Ctl.peek();
    Ctl.enterAgent();
    try {
      synchronized (Outcome.class) {
        TEXT.line("failure", "exit", t == null ? "?" : t.id, Integer.toString(status));
        frames(new Throwable().getStackTrace());
      }
      if (!halt && Hooks.begun()) {
        finish("exit");
      }
      if (halt || t == null || expected.exit(status)) {
        Ctl.SCHED.freeze();
      }
      if (halt) {
        write("exit");
      }
    } finally {
      Ctl.leaveAgent();
    }
  }

  /**
   * A thread left its recorded path.
   *
   * @param expected what the recording has next
   * @param actual what the thread did
   * @param path the next path in the recording, or -1
   */
  static void mismatch(
      CThread t, Recorded.What what, String method, String expected, long actual, long path) {
    synchronized (Outcome.class) {
      String did = Long.toString(actual);
      TEXT.line("mismatch", t.id, what.name(), method, expected, did, Long.toString(path));
    }
  }

  static void deadlock(Sched s) {
    Ctl.enterAgent();
    blocked(s, "deadlock");
    finish("deadlock");
  }

  static void hang(Sched s) {
    if (Mismatches.count() > 0) {
      finish("mismatch");
    }
    Ctl.enterAgent();
    blocked(s, "hang");
    finish("hang");
  }

  static void timeout(Sched s) {
    Ctl.enterAgent();
    blocked(s, "timeout");
    finish("timeout");
  }

  /** The program did not do what the plan says it does next. */
  static void diverged(String what) {
    synchronized (Outcome.class) {
      TEXT.line("diverged", clean(what));
    }
    finish("diverged");
  }

  private static void blocked(Sched s, String kind) {
    synchronized (Outcome.class) {
      TEXT.line("failure", kind, "?", "");
      for (int i = 0; i < s.roster.count; i++) {
        CThread t = s.roster.threads[i];
        if (!t.done && !t.ghost) {
          TEXT.line("blocked", t.id, reason(t, kind), on(s, t));
          frames(t.thread.getStackTrace());
        }
      }
    }
  }

  /** A thread that runs, or could, while the program hangs goes round in a loop. */
  private static String reason(CThread t, String kind) {
    if (t.outside != null) {
      return Block.MONITOR.name();
    }
    return kind.equals("hang") && t.block == Block.NONE ? Block.SPIN.name() : t.block.name();
  }

  private static String on(Sched s, CThread t) {
    if (t.outside != null) {
      return t.outside;
    }
    if (t.block == Block.MONITOR || t.block == Block.WAIT) {
      Monitor m = s.monitors.peek(t.blockedOn);
      String owner = m == null || m.owner == null ? "" : m.owner.id;
      return t.blockedOn.getClass().getName() + "\t" + owner;
    }
    if (t.block == Block.CLINIT) {
      CThread owner = ClassInits.owner((Class<?>) t.blockedOn);
      return ((Class<?>) t.blockedOn).getName() + "\t" + (owner == null ? "" : owner.id);
    }
    return t.blockedOn instanceof CThread ? "thread\t" + ((CThread) t.blockedOn).id : "\t";
  }

  private static void frames(StackTraceElement[] frames) {
    int n = 0;
    for (StackTraceElement f : frames) {
      if (f.getClassName().startsWith("dev.heisenbug.control.")) {
        continue;
      }
      TEXT.line("frame", text(f));
      if (++n == 64) {
        return;
      }
    }
  }

  private static String text(StackTraceElement f) {
    return f.getClassName() + "." + f.getMethodName() + ":" + f.getLineNumber();
  }

  private static String clean(String s) {
    String cut = s.length() > 500 ? s.substring(0, 500) : s;
    return cut.replace('\t', ' ').replace('\n', ' ').replace('\r', ' ');
  }

  /** Writes everything and ends the process; never returns. */
  static void finish(String status) {
    Ctl.enterAgent();
    Ctl.SCHED.freeze();
    write(status);
    Runtime.getRuntime().halt(HALTED);
  }

  /** Called when the JVM shuts down by itself. */
  static void completed() {
    write("completed");
  }

  private static synchronized void write(String status) {
    if (written) {
      return;
    }
    written = true;
    Sched s = Ctl.SCHED;
    TEXT.line("status", status);
    for (int i = 0; i < s.roster.count; i++) {
      CThread t = s.roster.threads[i];
      TEXT.line(
          "thread",
          t.id,
          Integer.toString(t.idx),
          t.done ? "done" : t.block.name(),
          clean(t.thread.getName()),
          t.recorded.describe());
    }
    if (Hashes.beginning() != 0) {
      TEXT.line("hashes", "0", Integer.toString(Hashes.beginning()), "");
    }
    for (int i = 0; i < Trace.switches(); i++) {
      TEXT.line(
          Trace.switchKind(i),
          s.roster.threads[Trace.switchThread(i)].id,
          Integer.toString(Trace.switchIdx(i)),
          Site.name(Trace.switchSite(i)));
    }
    if (VirtualClock.wentBack()) {
      TEXT.line("clock", "back");
    }
    TEXT.line("log", Trace.on() && Trace.sink().full() ? "truncated" : "complete");
    TEXT.line("end");
    Trace.flush();
    Defs.flush();
    try (OutputStream out = new FileOutputStream(path)) {
      out.write(TEXT.toString().getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      System.err.println("heisenbug: cannot write " + path + ": " + e.getMessage());
    }
    if (last != null) {
      last.run();
    }
  }
}
