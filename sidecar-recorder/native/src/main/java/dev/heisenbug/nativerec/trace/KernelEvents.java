package dev.heisenbug.nativerec.trace;

import static dev.heisenbug.nativerec.trace.TracedThread.State.GONE;
import static dev.heisenbug.nativerec.trace.TracedThread.State.HELD;
import static dev.heisenbug.nativerec.trace.TracedThread.State.KERNEL;
import static dev.heisenbug.nativerec.trace.TracedThread.State.READY;

import dev.heisenbug.nativerec.sys.Libc;
import dev.heisenbug.nativerec.sys.Ptrace;
import dev.heisenbug.nativerec.sys.Regs;
import java.io.IOException;

/** Follows threads through the kernel: system calls, signals, births, execs and deaths. */
final class KernelEvents {
  private static final int SIGTRAP = 5;

  private final Regs regs;
  private final Family family;
  private final TraceListener listener;

  /** Calls that have returned; lets a waker wait for whom it woke. */
  private long returned;

  KernelEvents(Regs regs, Family family, TraceListener listener) {
    this.regs = regs;
    this.family = family;
    this.listener = listener;
  }

  long returned() {
    return returned;
  }

  /** The thread is stopped at the entry of a system call, its registers are read. */
  void entered(TracedThread t) {
    t.state = KERNEL;
    t.restarts = false;
    t.call = regs.get(Regs.ORIG_RAX);
    t.arguments[0] = regs.get(Regs.RDI);
    t.arguments[1] = regs.get(Regs.RSI);
    t.arguments[2] = regs.get(Regs.RDX);
    t.arguments[3] = regs.get(Regs.R10);
    go(t, 0);
  }

  /** Lets a thread that is in the kernel go on. */
  private static void go(TracedThread t, int signal) {
    Libc.ptrace(Ptrace.SYSCALL, t.tid, 0, signal);
  }

  /** Any stop or end of a thread but those of its user code. */
  void stopped(TracedThread t, int status) throws IOException {
    int signal = Ptrace.stopSignal(status);
    if (!Ptrace.stopped(status)) {
      family.ended(t, status);
      return;
    }
    switch (Ptrace.event(status)) {
      case 0 -> {
        if (signal == UserCode.SYSCALL_STOP) {
          call(t);
        } else {
          signalled(t, signal);
        }
      }
      case Ptrace.EVENT_FORK, Ptrace.EVENT_VFORK, Ptrace.EVENT_CLONE -> {
        family.born(t, Ptrace.event(status));
        go(t, 0);
      }
      case Ptrace.EVENT_EXEC -> go(family.replaced(t), 0);
      case Ptrace.EVENT_EXIT -> {
        family.exiting(t);
        Libc.ptrace(Ptrace.CONT, t.tid, 0, 0);
      }
      case Ptrace.EVENT_STOP -> held(t, signal);
      default -> go(t, 0);
    }
  }

  private void held(TracedThread t, int signal) {
    if (signal != SIGTRAP) {
      t.state = HELD;
      Libc.ptrace(Ptrace.LISTEN, t.tid, 0, 0);
    } else if (t.call >= 0 || t.restarts) {
      t.state = KERNEL;
      go(t, 0);
    } else {
      ready(t);
    }
  }

  private void ready(TracedThread t) {
    if (regs.read(t.tid)) {
      t.ip = regs.ip();
      t.call = -1;
      t.restarts = false;
      t.state = READY;
    }
  }

  /** The entry of a repeated call, or the end of one. */
  private void call(TracedThread t) throws IOException {
    if (!regs.read(t.tid)) {
      vanished(t);
      return;
    }
    if (t.restarts) {
      t.ip = regs.ip() - 2;
      t.core.run(t);
      t.instructions++;
      listener.ran(t, new long[] {t.ip}, 1);
      t.core.trace().leave();
      t.core.block(t);
      entered(t);
      return;
    }
    if (Syscalls.restarts(regs.get(Regs.RAX)) && t.call != Syscalls.RT_SIGRETURN) {
      t.call = -1;
      t.restarts = true;
      go(t, 0);
      return;
    }
    returned++;
    if (Syscalls.changesMappings(t.call)) {
      family.mappingsChanged(t, t.call, t.arguments);
    }
    t.ip = regs.ip();
    t.call = -1;
    t.state = READY;
  }

  /** A signal is about to be delivered. */
  void signalled(TracedThread t, int signal) throws IOException {
    switch (Signals.effect(t.process.pid, signal)) {
      case CAUGHT -> handler(t, signal);
      case IGNORED, STOPS -> {
        if (t.state == READY) {
          t.signal = signal;
          leave(t);
        } else {
          go(t, signal);
        }
      }
      case KILLS -> {
        leave(t);
        listener.dying(t, signal, new StoppedProcess(t));
        t.state = KERNEL;
        go(t, signal);
      }
    }
  }

  private static void leave(TracedThread t) {
    if (t.core.current() == t && t.core.trace().on()) {
      t.core.trace().interrupt(t.ip);
    }
  }

  /** Goes into the handler: stepping stops before its first instruction. */
  private void handler(TracedThread t, int signal) throws IOException {
    leave(t);
    t.state = KERNEL;
    t.call = -1;
    Libc.ptrace(Ptrace.SINGLESTEP, t.tid, 0, signal);
    if (Libc.waitpid(t.tid, Libc.WALL) != t.tid) {
      vanished(t);
      return;
    }
    int status = Libc.status();
    if (status == (SIGTRAP << 8 | 0x7f)) {
      ready(t);
    } else {
      stopped(t, status);
    }
  }

  /** A thread that should be stopped is not there any more: something killed it. */
  void vanished(TracedThread t) throws IOException {
    leave(t);
    if (t.state != GONE) {
      t.state = KERNEL;
      t.call = Syscalls.EXIT;
    }
  }
}
