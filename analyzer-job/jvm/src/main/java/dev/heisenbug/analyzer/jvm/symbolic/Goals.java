package dev.heisenbug.analyzer.jvm.symbolic;

import static org.objectweb.asm.Opcodes.*;

import dev.heisenbug.formats.trace.Condition;
import dev.heisenbug.formats.trace.Op;
import dev.heisenbug.formats.trace.Sort;
import org.objectweb.asm.tree.AbstractInsnNode;

/**
 * Adds what is wanted instead of what happened, at the instruction at which a thread stands: where
 * it was cut off, or at the end of the log.
 *
 * <p>Every method returns false, and adds nothing, where the wish does not depend on shared reads
 * or the thread does not stand at a fitting instruction.
 */
public final class Goals {
  private final Session s;
  private final Machine machine;

  Goals(Session s, Machine machine) {
    this.s = s;
    this.machine = machine;
  }

  private ThreadState thread(String id) {
    for (ThreadState t : s.threads) {
      if (s.log.treeId(t.number).equals(id)) {
        return t;
      }
    }
    return null;
  }

  private boolean add(ThreadState t, Val wish) {
    if (!wish.isSymbolic()) {
      return false;
    }
    s.out.b.condition(t.number, wish.expr(), Condition.Kind.GOAL, t.position());
    return true;
  }

  /** The conditional jump at which the thread stands is taken, or not. */
  public boolean branch(String thread, boolean taken) {
    ThreadState t = thread(thread);
    Frame f = t == null ? null : machine.place().settle(t, Jumps::isConditional);
    if (f == null) {
      return false;
    }
    Val condition = machine.jumps().taken(f);
    return add(t, taken ? condition : s.arith.not(condition));
  }

  /** The switch at which the thread stands goes where {@code key} goes. */
  public boolean key(String thread, int key) {
    ThreadState t = thread(thread);
    Frame f = t == null ? null : machine.place().settle(t, Jumps::isSwitch);
    if (f == null) {
      return false;
    }
    return add(t, machine.jumps().leadsAs(f.code.insns[f.pc], f.peek(0), key));
  }

  /** The reference that the instruction uses is null. */
  public boolean isNull(String thread) {
    Frame f = frame(thread);
    Val ref = f == null ? null : reference(f);
    return ref != null
        && ref.isSymbolic()
        && add(thread(thread), s.arith.op(Op.EQ, ref, Val.nil()));
  }

  /** The array index that the instruction uses is out of bounds. */
  public boolean outOfBounds(String thread) {
    ThreadState t = thread(thread);
    Frame f = frame(thread);
    if (f == null) {
      return false;
    }
    int op = f.code.insns[f.pc].getOpcode();
    boolean load = op >= IALOAD && op <= SALOAD;
    if (!load && !(op >= IASTORE && op <= SASTORE)) {
      return false;
    }
    Val index = f.peek(load ? 0 : 1);
    Val length = s.guards.length(t, f.peek(load ? 1 : 2));
    Val in = s.arith.op(Op.ULT, index, length);
    return in.isSymbolic() && add(t, s.arith.not(in));
  }

  /** The divisor of the instruction is zero. */
  public boolean divisorZero(String thread) {
    Frame f = frame(thread);
    int op = f == null ? -1 : f.code.insns[f.pc].getOpcode();
    if (op != IDIV && op != IREM && op != LDIV && op != LREM) {
      return false;
    }
    Val divisor = f.peek(0);
    return add(thread(thread), s.arith.op(Op.EQ, divisor, Val.of(divisor.sort, 0)));
  }

  /** The value that an event reads is another than the observed one. */
  public boolean readsOther(int event) {
    if (event < 0 || event >= s.out.b.eventCount()) {
      return false;
    }
    Long observed = s.out.observedRead(event);
    if (observed == null) {
      return false;
    }
    int read = s.out.b.valueOf(event);
    s.out.b.goal(s.out.x.ne(read, s.out.x.constant(s.out.x.sort(read), observed)), "");
    return true;
  }

  /** Only the first events of the thread have to be in a schedule. */
  public void require(String thread, int events) {
    ThreadState t = thread(thread);
    if (t != null) {
      s.out.b.require(t.number, events);
    }
  }

  private Frame frame(String thread) {
    ThreadState t = thread(thread);
    Frame f = t == null ? null : t.top();
    return f == null || f.lost ? null : f;
  }

  private static Val reference(Frame f) {
    AbstractInsnNode n = f.code.insns[f.pc];
    return switch (n.getOpcode()) {
      case GETFIELD, ARRAYLENGTH, MONITORENTER, ATHROW -> f.peek(0);
      case PUTFIELD -> f.peek(1);
      case IALOAD, LALOAD, FALOAD, DALOAD, AALOAD, BALOAD, CALOAD, SALOAD -> f.peek(1);
      case IASTORE, LASTORE, FASTORE, DASTORE, AASTORE, BASTORE, CASTORE, SASTORE -> f.peek(2);
      default ->
          f.call != null
              ? f.call.receiver
              : f.height() > 0 && f.peek(0).sort == Sort.REF ? f.peek(0) : null;
    };
  }
}
