package dev.heisenbug.nativerec.trace;

import dev.heisenbug.nativerec.perf.SideBand;

/** A thread under the tracer. */
public final class TracedThread {
  /** Where a thread is; user code runs in one thread at a time, the kernel in any number. */
  enum State {
    /** Stopped before the instruction at {@link #ip}. */
    READY,
    /** In a system call, or on its way out of one. */
    KERNEL,
    /** Stopped by a job control signal. */
    HELD,
    GONE
  }

  int tid;
  final TracedProcess process;
  final String tree;
  State state = State.KERNEL;
  long ip;

  /** A signal that goes to the thread when it runs on, 0 for none. */
  int signal;

  /** The system call it is in, and its first arguments. */
  long call = -1;

  final long[] arguments = new long[4];

  /** Whether the kernel will repeat the call, perhaps after a signal handler. */
  boolean restarts;

  /** The virtual core it runs on. */
  Core core;

  /** How often it is chosen, compared with others. */
  int pace = 1;

  int children;
  long instructions;

  TracedThread(int tid, TracedProcess process, String tree) {
    this.tid = tid;
    this.process = process;
    this.tree = tree;
  }

  public int tid() {
    return tid;
  }

  public int pid() {
    return process.pid;
  }

  /** The creation-order id: the same in every run of the program. */
  public String tree() {
    return tree;
  }

  public long ip() {
    return ip;
  }

  public long instructions() {
    return instructions;
  }

  /** The system call that the thread is in, -1 when it is in none. */
  public long call() {
    return state == State.KERNEL ? call : -1;
  }

  /** An argument of that call. */
  public long argument(int index) {
    return arguments[index];
  }

  SideBand.Where where() {
    return new SideBand.Where(process.pid, tid, core == null ? 0 : core.index());
  }
}
