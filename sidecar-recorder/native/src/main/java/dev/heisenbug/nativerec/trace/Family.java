package dev.heisenbug.nativerec.trace;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.heisenbug.nativerec.perf.BuildIds;
import dev.heisenbug.nativerec.perf.Mapping;
import dev.heisenbug.nativerec.perf.SideBand;
import dev.heisenbug.nativerec.sys.Libc;
import dev.heisenbug.nativerec.sys.Ptrace;
import dev.heisenbug.nativerec.sys.Regs;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The processes and threads that are traced, as they come and go, and the records of that. */
final class Family {
  private static final int CLONE_VM = 0x100;
  private static final int CLONE_THREAD = 0x10000;
  private static final int PROT_EXEC = 4;

  private final Map<Integer, TracedThread> threads = new LinkedHashMap<>();
  private final Set<Integer> early = new HashSet<>();
  private final MemorySegment message = Arena.global().allocate(JAVA_LONG);
  private final Regs regs;
  private final SideBand sideBand;
  private final Scheduler scheduler;
  private final TraceListener listener;
  private final BuildIds buildIds = new BuildIds();
  private int started;
  private int rootPid;
  private int rootStatus = -1;

  Family(Regs regs, SideBand sideBand, Scheduler scheduler, TraceListener listener) {
    this.regs = regs;
    this.sideBand = sideBand;
    this.scheduler = scheduler;
    this.listener = listener;
  }

  Collection<TracedThread> threads() {
    return threads.values();
  }

  TracedThread thread(int tid) {
    return threads.get(tid);
  }

  int started() {
    return started;
  }

  /** The wait status that the first process ended with; -1 while it runs. */
  int rootStatus() {
    return rootStatus;
  }

  /** A stop of a thread of which its parent has not told yet. */
  void early(int tid) {
    early.add(tid);
  }

  /** The program, stopped in its first exec. */
  TracedThread root(int pid) throws IOException {
    rootPid = pid;
    TracedProcess process = new TracedProcess(pid, null, new AddressSpace(pid));
    TracedThread t = add(pid, process, "0");
    sideBand.itraceStart(t.where());
    t.call = Syscalls.EXECVE;
    image(t);
    return t;
  }

  private TracedThread add(int tid, TracedProcess process, String tree) throws IOException {
    TracedThread t = new TracedThread(tid, process, tree);
    process.threads.add(t);
    threads.put(tid, t);
    scheduler.place(t);
    started++;
    listener.started(t);
    return t;
  }

  private long message(TracedThread t) {
    Libc.ptrace(Ptrace.GETEVENTMSG, t.tid, 0, message.address());
    return message.get(JAVA_LONG, 0);
  }

  /** A thread made another, or a process. */
  void born(TracedThread parent, int event) throws IOException {
    int tid = (int) message(parent);
    long flags = event == Ptrace.EVENT_CLONE ? cloneFlags(parent) : 0;
    boolean thread = (flags & CLONE_THREAD) != 0;
    boolean shares = event == Ptrace.EVENT_VFORK || (flags & CLONE_VM) != 0;
    TracedProcess process = parent.process;
    if (!thread) {
      AddressSpace space = shares ? parent.process.space : parent.process.space.forked(tid);
      process = new TracedProcess(tid, parent.process, space);
    }
    TracedThread child = add(tid, process, parent.tree + "." + ++parent.children);
    sideBand.fork(child.where(), parent.process.pid, parent.tid);
    if (!early.remove(tid)) {
      Libc.waitpid(tid, Libc.WALL);
      if (!Ptrace.stopped(Libc.status())) {
        ended(child, Libc.status());
        return;
      }
    }
    if (regs.read(tid)) {
      child.ip = regs.ip();
      child.state = TracedThread.State.READY;
    }
  }

  private static long cloneFlags(TracedThread parent) {
    if (parent.call == Syscalls.CLONE3) {
      return parent.process.space.memory().readWord(parent.arguments[0])
          ? parent.process.space.memory().word()
          : 0;
    }
    return parent.arguments[0];
  }

  /** A process starts another program: its other threads are gone. Returns the one that is left. */
  TracedThread replaced(TracedThread stopped) throws IOException {
    TracedProcess process = stopped.process;
    int former = (int) message(stopped);
    TracedThread t = threads.getOrDefault(former, stopped);
    for (TracedThread other : List.copyOf(process.threads)) {
      if (other != t) {
        gone(other);
      }
    }
    threads.remove(t.tid);
    t.tid = process.pid;
    threads.put(t.tid, t);
    t.state = TracedThread.State.KERNEL;
    t.call = Syscalls.EXECVE;
    process.space = new AddressSpace(process.pid);
    image(t);
    return t;
  }

  private void image(TracedThread t) throws IOException {
    sideBand.comm(t.where(), name(t), true);
    tellMappings(t);
  }

  private static String name(TracedThread t) {
    try {
      return Files.readString(Path.of("/proc/" + t.tid + "/comm")).strip();
    } catch (IOException e) {
      return "?";
    }
  }

  private void tellMappings(TracedThread t) throws IOException {
    for (Mapping m : t.process.space.refresh()) {
      sideBand.mmap(t.where(), m, buildIds.of(m, t.process.pid));
      listener.mapped(t, m);
    }
  }

  /** A call that may have changed the mapped code has returned. */
  void mappingsChanged(TracedThread t, long call, long[] arguments) throws IOException {
    boolean code = call != Syscalls.MMAP || (arguments[2] & PROT_EXEC) != 0;
    if (code || overlaps(t, arguments[0], arguments[1])) {
      tellMappings(t);
    }
  }

  private static boolean overlaps(TracedThread t, long start, long size) {
    for (Mapping m : t.process.space.executable()) {
      if (start < m.end() && start + size > m.start()) {
        return true;
      }
    }
    return false;
  }

  /** A thread is about to end; its memory is still there. */
  void exiting(TracedThread t) throws IOException {
    if (t.state != TracedThread.State.GONE) {
      TracedProcess parent = t.process.parent;
      sideBand.exit(t.where(), parent == null ? 0 : parent.pid, parent == null ? 0 : parent.pid);
      gone(t);
    }
  }

  /** The last that is heard of a thread. */
  void ended(TracedThread t, int status) throws IOException {
    if (t.process.pid == t.tid) {
      if (t.tid == rootPid) {
        rootStatus = status;
      }
      TracedProcess parent = t.process.parent;
      if (parent == null || parent.space != t.process.space) {
        t.process.space.close();
      }
    }
    gone(t);
    threads.remove(t.tid);
  }

  private void gone(TracedThread t) throws IOException {
    t.state = TracedThread.State.KERNEL;
    t.core.remove(t);
    t.state = TracedThread.State.GONE;
    t.process.threads.remove(t);
  }

  /** All processes that are still there. */
  Set<Integer> pids() {
    Set<Integer> pids = new HashSet<>();
    for (TracedThread t : new ArrayList<>(threads.values())) {
      pids.add(t.process.pid);
    }
    return pids;
  }
}
