package dev.heisenbug.nativerec.trace;

import dev.heisenbug.formats.x86.InsnKind;
import dev.heisenbug.nativerec.perf.PtStream;
import dev.heisenbug.nativerec.sys.Libc;
import dev.heisenbug.nativerec.sys.Ptrace;
import dev.heisenbug.nativerec.sys.Regs;
import java.io.IOException;

/**
 * Runs the user code of one thread, block by block, and tells the trace what it did. A block costs
 * one stop, at the breakpoint on its last instruction; single steps are for code that can change.
 */
final class UserCode {
  private static final int SIGTRAP = 5;
  static final int SYSCALL_STOP = SIGTRAP | 0x80;

  private final Regs regs;
  private final KernelEvents kernel;
  private final TraceListener listener;
  private final BranchEmulator branches = new BranchEmulator();
  private long stops;
  private int status;

  UserCode(Regs regs, KernelEvents kernel, TraceListener listener) {
    this.regs = regs;
    this.kernel = kernel;
    this.listener = listener;
  }

  long stops() {
    return stops;
  }

  /** Runs {@code budget} instructions, fewer when the thread leaves user code before. */
  void run(TracedThread t, int budget) throws IOException {
    t.core.run(t);
    PtStream trace = t.core.trace();
    int left = budget;
    while (left > 0 && t.state == TracedThread.State.READY && trace.on()) {
      trace.maybeSync(t.ip);
      Block b = t.process.space.block(t.ip);
      long before = t.instructions;
      if (b.count() <= left || !b.trapped() && b.kind() != InsnKind.SYSCALL) {
        whole(t, b);
      } else {
        part(t, b, left);
      }
      left -= Math.max(1, (int) (t.instructions - before));
    }
  }

  private void whole(TracedThread t, Block b) throws IOException {
    if (b.trapped()) {
      if (b.count() == 1 && t.signal == 0) {
        // It stands before the branch already.
        if (regs.read(t.tid)) {
          finish(t, b);
        } else {
          kernel.vanished(t);
        }
      } else if (resume(t, Ptrace.SYSCALL)) {
        stopped(t, b);
      }
    } else if (b.kind() == InsnKind.SYSCALL) {
      if (resume(t, Ptrace.SYSCALL)) {
        stopped(t, b);
      }
    } else {
      step(t, b);
    }
  }

  /** Runs the first {@code count} instructions of a block. */
  private void part(TracedThread t, Block b, int count) throws IOException {
    AddressSpace space = t.process.space;
    long end = b.addresses()[count];
    boolean own = b.trapped() && end == b.last();
    int original = own ? 0 : space.trapOnce(end);
    if (original < 0) {
      whole(t, b);
      return;
    }
    boolean there = resume(t, Ptrace.SYSCALL);
    if (!own) {
      space.restore(end, original);
    }
    if (!there) {
      return;
    }
    boolean hit = status == (SIGTRAP << 8 | 0x7f) && regs.read(t.tid) && regs.ip() - 1 == end;
    if (hit) {
      Regs.setIp(t.tid, end);
      ran(t, b, count);
      t.ip = end;
    } else {
      stopped(t, b);
    }
  }

  /** Lets the thread go on until it stops again; false when it is gone. */
  private boolean resume(TracedThread t, int request) throws IOException {
    stops++;
    int signal = t.signal;
    t.signal = 0;
    if (Libc.ptrace(request, t.tid, 0, signal) != 0 || Libc.waitpid(t.tid, Libc.WALL) != t.tid) {
      kernel.vanished(t);
      return false;
    }
    status = Libc.status();
    return true;
  }

  private void stopped(TracedThread t, Block b) throws IOException {
    int signal = Ptrace.stopSignal(status);
    if (!Ptrace.stopped(status) || Ptrace.event(status) != 0) {
      interrupted(t, b);
      kernel.stopped(t, status);
    } else if (signal == SYSCALL_STOP) {
      entered(t, b);
    } else if (!regs.read(t.tid)) {
      kernel.vanished(t);
    } else if (signal == SIGTRAP && b.trapped() && regs.ip() - 1 == b.last()) {
      finish(t, b);
    } else {
      signalled(t, b, signal);
    }
  }

  private void entered(TracedThread t, Block b) throws IOException {
    if (!regs.read(t.tid)) {
      kernel.vanished(t);
      return;
    }
    if (regs.ip() != b.next() || b.kind() != InsnKind.SYSCALL) {
      t.core.trace().lost(regs.ip() - 2);
    } else {
      ran(t, b, b.count());
    }
    t.core.trace().leave();
    kernel.entered(t);
  }

  /** The registers are read and the thread stands at the last instruction: carries it out. */
  private void finish(TracedThread t, Block b) throws IOException {
    if (!branches.run(b, regs, t.process.space.memory())) {
      stepLast(t, b);
      return;
    }
    boolean moved = branches.stackMoved() ? regs.write(t.tid) : Regs.setIp(t.tid, regs.ip());
    if (moved) {
      tell(t, b, branches.taken());
    } else {
      kernel.vanished(t);
    }
  }

  /** Steps over the last instruction of a block with its breakpoint out of the way. */
  private void stepLast(TracedThread t, Block b) throws IOException {
    AddressSpace space = t.process.space;
    Regs.setIp(t.tid, b.last());
    space.disarm(b.last());
    boolean there = resume(t, Ptrace.SINGLESTEP);
    space.rearm(b.last());
    if (there) {
      afterStep(t, b);
    }
  }

  private void step(TracedThread t, Block b) throws IOException {
    if (resume(t, Ptrace.SINGLESTEP)) {
      afterStep(t, b);
    }
  }

  /** One instruction was stepped: the last of the block, or the first of one without an end. */
  private void afterStep(TracedThread t, Block b) throws IOException {
    if (status != (SIGTRAP << 8 | 0x7f)) {
      stopped(t, b);
      return;
    }
    if (!regs.read(t.tid)) {
      kernel.vanished(t);
      return;
    }
    if (regs.ip() == b.last() && b.kind() == InsnKind.OTHER) {
      // One round of a repeated instruction, which counts once.
      if (b.trapped()) {
        stepLast(t, b);
      } else {
        step(t, b);
      }
      return;
    }
    if (b.kind() == InsnKind.SOFTWARE_INTERRUPT) {
      signalled(t, b, SIGTRAP);
      return;
    }
    tell(t, b, regs.ip() != b.next());
  }

  /** The block ran to its end, and the thread is where the registers say. */
  private void tell(TracedThread t, Block b, boolean taken) {
    PtStream trace = t.core.trace();
    long ip = regs.ip();
    switch (b.kind()) {
      case CONDITIONAL -> trace.branch(taken);
      case INDIRECT_JUMP, INDIRECT_CALL, RETURN, FAR_CALL, FAR_JUMP, FAR_RETURN ->
          trace.indirect(ip);
      default -> {}
    }
    ran(t, b, b.count());
    t.ip = ip;
  }

  private void ran(TracedThread t, Block b, int count) {
    t.instructions += count;
    listener.ran(t, b.addresses(), count);
  }

  /** The thread stopped somewhere in the block for another reason than its end. */
  private void interrupted(TracedThread t, Block b) {
    if (!regs.read(t.tid)) {
      return;
    }
    int count = b.before(regs.ip());
    if (count < 0) {
      t.core.trace().lost(regs.ip());
    } else {
      ran(t, b, count);
    }
    t.ip = regs.ip();
  }

  private void signalled(TracedThread t, Block b, int signal) throws IOException {
    if (b.kind() == InsnKind.SOFTWARE_INTERRUPT && regs.ip() == b.next()) {
      ran(t, b, b.count());
      t.core.trace().leave();
      t.ip = regs.ip();
    } else {
      interrupted(t, b);
    }
    kernel.signalled(t, signal);
  }
}
