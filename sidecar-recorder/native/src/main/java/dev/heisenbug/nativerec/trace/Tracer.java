package dev.heisenbug.nativerec.trace;

import static dev.heisenbug.nativerec.trace.TracedThread.State.KERNEL;

import dev.heisenbug.nativerec.perf.PerfDataWriter;
import dev.heisenbug.nativerec.perf.PtStream;
import dev.heisenbug.nativerec.perf.SideBand;
import dev.heisenbug.nativerec.perf.TraceClock;
import dev.heisenbug.nativerec.sys.Libc;
import dev.heisenbug.nativerec.sys.Ptrace;
import dev.heisenbug.nativerec.sys.Regs;
import dev.heisenbug.nativerec.sys.Spawn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs a program one thread at a time on virtual cores and writes what an Intel PT recording of it
 * would hold (DESIGN 4.2). All of it happens in one thread, because the kernel lets only the thread
 * that seized a program trace it.
 */
public final class Tracer {
  private static final int SIGKILL = 9;
  private static final int SIGCONT = 18;
  private static final long SETTLE_NS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long LONGEST_NAP_US = 2000;
  private static final long PATIENT_TRIES = 100;

  private final TraceOptions options;
  private final TraceListener listener;
  private final Regs regs = new Regs();
  private final List<Core> cores = new ArrayList<>();
  private Family family;
  private KernelEvents kernel;
  private UserCode user;
  private Scheduler scheduler;
  private StuckWatch watch;
  private boolean timedOut;
  private long instructions;

  public Tracer(TraceOptions options, TraceListener listener) {
    this.options = options;
    this.listener = listener;
  }

  /** Runs the program to its end. */
  public TraceResult run() throws IOException {
    long start = System.nanoTime();
    TraceClock clock = new TraceClock();
    try (PerfDataWriter file = new PerfDataWriter(options.perfData(), clock)) {
      SideBand sideBand = new SideBand(file, clock);
      for (int i = 0; i < options.cores(); i++) {
        cores.add(new Core(i, new PtStream(i, sideBand, clock), sideBand));
      }
      scheduler = new Scheduler(cores, options.seed(), options.slice());
      family = new Family(regs, sideBand, scheduler, listener);
      kernel = new KernelEvents(regs, family, listener);
      user = new UserCode(regs, kernel, listener);
      watch = new StuckWatch(family, options.deadlock());
      launch();
      loop(start);
      for (Core core : cores) {
        core.trace().flush();
      }
    } finally {
      family.pids().forEach(pid -> Libc.kill(pid, SIGKILL));
    }
    return result(start);
  }

  private TraceResult result(long start) {
    int status = family.rootStatus();
    boolean exited = status >= 0 && Ptrace.exited(status);
    return new TraceResult(
        exited ? Ptrace.exitCode(status) : -1,
        exited || status < 0 ? 0 : Ptrace.termSignal(status),
        watch.deadlocked(),
        timedOut,
        instructions,
        user.stops(),
        family.started(),
        System.nanoTime() - start);
  }

  /** Starts the program and brings it to its first instruction. */
  private void launch() throws IOException {
    int pid = Spawn.stopped(options.command(), options.environment());
    if (Libc.ptrace(Ptrace.SEIZE, pid, 0, Ptrace.FOLLOW) != 0) {
      int errno = Libc.errno();
      Libc.kill(pid, SIGKILL);
      Libc.waitpid(pid, 0);
      throw new IOException(
          "the program cannot be traced (error "
              + errno
              + "); tracing needs the same user or CAP_SYS_PTRACE, and no other debugger");
    }
    Libc.kill(pid, SIGCONT);
    while (true) {
      if (Libc.waitpid(pid, Libc.WALL) != pid || !Ptrace.stopped(Libc.status())) {
        throw new IOException("the program " + options.command().get(0) + " could not be started");
      }
      int status = Libc.status();
      if (Ptrace.event(status) == Ptrace.EVENT_EXEC) {
        break;
      }
      boolean signal = Ptrace.event(status) == 0;
      int pass = signal && Ptrace.stopSignal(status) != SIGCONT ? Ptrace.stopSignal(status) : 0;
      Libc.ptrace(Ptrace.CONT, pid, 0, pass);
    }
    TracedThread root = family.root(pid);
    Libc.ptrace(Ptrace.SYSCALL, pid, 0, 0);
    settle(root);
  }

  private void loop(long start) throws IOException {
    long deadline =
        options.timeout() == null ? Long.MAX_VALUE : start + options.timeout().toNanos();
    long nap = 0;
    while (!family.threads().isEmpty()) {
      boolean news = drain();
      TracedThread t = scheduler.next();
      if (System.nanoTime() > deadline && !timedOut) {
        timedOut = true;
        family.pids().forEach(pid -> Libc.kill(pid, SIGKILL));
      }
      if (t == null) {
        nap = news ? 0 : Math.min(LONGEST_NAP_US, nap + 50);
        idle(nap);
        continue;
      }
      nap = 0;
      watch.progress();
      long before = t.instructions;
      user.run(t, scheduler.slice());
      instructions += t.instructions - before;
      if (t.state == KERNEL) {
        leave(t);
      }
    }
  }

  /** A thread went into the kernel: waits until it is back or sleeps there. */
  private void leave(TracedThread t) throws IOException {
    boolean wakes = Syscalls.futexWakes(t.call, t.arguments);
    long before = kernel.returned();
    settle(t);
    if (wakes && t.state == TracedThread.State.READY && regs.read(t.tid)) {
      awaitWoken(before + 1 + Math.min(64, regs.get(Regs.RAX)));
    }
  }

  private void settle(TracedThread t) throws IOException {
    long tries = 0;
    while (t.state == KERNEL) {
      boolean prompt = Syscalls.prompt(t.call) || t.call == Syscalls.EXECVE;
      int tid = t.tid;
      int found = Libc.waitpid(tid, prompt ? Libc.WALL : Libc.WALL | Libc.WNOHANG);
      if (found == tid) {
        kernel.stopped(t, Libc.status());
      } else if (found < 0) {
        return;
      } else if (sleeps(t, tries)) {
        t.core.block(t);
        return;
      } else if (++tries > PATIENT_TRIES) {
        nap(20);
      } else {
        Libc.yield();
      }
    }
  }

  /** A wait for the child of a vfork is like one for a disk, but the child must run to end it. */
  private static boolean sleeps(TracedThread t, long tries) {
    char state = ThreadStat.state(t.process.pid, t.tid);
    return state == 'S' || state == 'Z' || state == 'X' || state == 'D' && tries > PATIENT_TRIES;
  }

  /** Lets the threads that a call woke come back, so that the schedule does not depend on luck. */
  private void awaitWoken(long returned) throws IOException {
    long end = System.nanoTime() + SETTLE_NS;
    while (kernel.returned() < returned && System.nanoTime() < end) {
      if (!drain()) {
        Libc.yield();
      }
    }
  }

  /** Takes what other threads report, without waiting. */
  private boolean drain() throws IOException {
    boolean any = false;
    while (true) {
      int tid = Libc.waitpid(-1, Libc.WALL | Libc.WNOHANG);
      if (tid <= 0) {
        if (tid < 0) {
          allGone();
        }
        return any;
      }
      any = true;
      int status = Libc.status();
      TracedThread t = family.thread(tid);
      if (t != null) {
        kernel.stopped(t, status);
      } else if (Ptrace.stopped(status)) {
        family.early(tid);
      }
    }
  }

  /** The kernel knows no more of them, so neither do we. */
  private void allGone() throws IOException {
    for (TracedThread t : List.copyOf(family.threads())) {
      family.ended(t, family.rootStatus() < 0 ? 0 : family.rootStatus());
    }
  }

  private void idle(long micros) throws IOException {
    TracedThread stuck = watch.deadlock();
    if (stuck != null) {
      listener.deadlocked(stuck, StoppedProcess.halted(stuck));
      family.pids().forEach(pid -> Libc.kill(pid, SIGKILL));
    }
    if (micros > 0) {
      nap(micros);
    }
  }

  private static void nap(long micros) {
    try {
      TimeUnit.MICROSECONDS.sleep(micros);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
