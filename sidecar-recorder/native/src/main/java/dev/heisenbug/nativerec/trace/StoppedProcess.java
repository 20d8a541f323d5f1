package dev.heisenbug.nativerec.trace;

import dev.heisenbug.nativerec.perf.Mapping;
import dev.heisenbug.nativerec.sys.Libc;
import dev.heisenbug.nativerec.sys.Ptrace;
import dev.heisenbug.nativerec.sys.Regs;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * A process that will not run on, to be looked at: registers, mappings and memory as the program
 * has them, without breakpoints.
 */
public final class StoppedProcess {
  private static final int PTRACE_INTERRUPT = 0x4207;
  private static final int FP_SIZE = 512;
  private static final long PATIENCE_NS = 200_000_000L;

  private final TracedProcess process;
  private final TracedThread first;

  /** {@code first} is the thread that failed; the others are brought to a halt here. */
  StoppedProcess(TracedThread first) {
    this.process = first.process;
    this.first = first;
    for (TracedThread t : process.threads) {
      if (t.state == TracedThread.State.KERNEL && t != first) {
        halt(t);
      }
    }
  }

  /** For a deadlock, in which all threads are in the kernel. */
  static StoppedProcess halted(TracedThread first) {
    halt(first);
    return new StoppedProcess(first);
  }

  private static void halt(TracedThread t) {
    long end = System.nanoTime() + PATIENCE_NS;
    Libc.ptrace(PTRACE_INTERRUPT, t.tid, 0, 0);
    while (Libc.waitpid(t.tid, Libc.WALL | Libc.WNOHANG) == 0 && System.nanoTime() < end) {
      Libc.yield();
    }
  }

  public int pid() {
    return process.pid;
  }

  /** Its threads, the failed one first. */
  public List<TracedThread> threads() {
    List<TracedThread> list = new ArrayList<>(List.of(first));
    process.threads.stream().filter(t -> t != first).forEach(list::add);
    return list;
  }

  /** The general registers of a thread; null when it could not be stopped. */
  public Regs registers(TracedThread t) {
    Regs regs = new Regs();
    return regs.read(t.tid) ? regs : null;
  }

  public byte[] floatingPoint(TracedThread t) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment data = arena.allocate(FP_SIZE, 16);
      Libc.ptrace(Ptrace.GETFPREGS, t.tid, 0, data.address());
      return data.toArray(ValueLayout.JAVA_BYTE);
    }
  }

  public List<Mapping> mappings() {
    return Mapping.of(process.pid);
  }

  /** Reads up to a page; returns how many bytes there are. */
  public int read(long address, byte[] into, int size) {
    int n = process.space.memory().read(address, into, size);
    process.space.hideTraps(address, into, n);
    return n;
  }
}
