package dev.heisenbug.analyzer.jvm.symbolic;

import static org.objectweb.asm.Opcodes.*;

import dev.heisenbug.analyzer.jvm.runlog.SiteDef;
import java.util.function.Predicate;
import org.objectweb.asm.tree.AbstractInsnNode;

/** Finds the frame and instruction a record belongs to, giving up values where they do not fit. */
final class Place {
  private final Session s;
  private final Stepper stepper;

  Place(Session s, Stepper stepper) {
    this.s = s;
    this.stepper = stepper;
  }

  static boolean isReturn(Frame f) {
    int op = f.lost ? -1 : f.code.insns[f.pc].getOpcode();
    return op >= IRETURN && op <= RETURN;
  }

  /** The frame, standing at the site's instruction; null if it cannot be placed. */
  Frame at(ThreadState t, int siteNumber, int depth) {
    SiteDef site = s.classes.defs().site(siteNumber);
    if (site == null) {
      s.stats.inconsistent("unknown site");
      return null;
    }
    Frame f = t.top();
    while (f != null && !isAt(f, site) && passOptional(t, f)) {
      f = t.top();
    }
    return f != null && isAt(f, site) ? f : resync(t, site.method(), site.instruction(), depth);
  }

  private static boolean isAt(Frame f, SiteDef site) {
    return !f.lost
        && !f.awaitsLock
        && f.code.def.id() == site.method()
        && f.pc == site.instruction();
  }

  /** The top frame at an instruction of a kind; null, and the frame lost, if it is elsewhere. */
  Frame settle(ThreadState t, Predicate<AbstractInsnNode> kind) {
    Frame f = t.top();
    while (f != null && !f.lost && (f.awaitsLock || !kind.test(f.code.insns[f.pc]))) {
      if (!passOptional(t, f)) {
        s.stats.inconsistent("branch record at another instruction");
        f.lost = true;
      }
      f = t.top();
    }
    return f == null || f.lost ? null : f;
  }

  /** Goes past an instruction whose record may be missing; false if there is none. */
  boolean passOptional(ThreadState t, Frame f) {
    if (f.lost) {
      return false;
    }
    if (f.awaitsLock) {
      f.awaitsLock = false;
      stepper.run(t);
      return true;
    }
    if (f.call != null) {
      return false;
    }
    int op = f.code.insns[f.pc].getOpcode();
    if (op == MONITORENTER || op == MONITOREXIT) {
      f.pop();
      f.pc++;
      stepper.run(t);
      return true;
    }
    if (isReturn(f) && (f.code.isSynchronized() || f.code.isInitialiser())) {
      stepper.leave(t, f);
      stepper.run(t);
      return true;
    }
    return false;
  }

  /** The frame of a method nearest to the top; frames above it are gone. */
  Frame ofMethod(ThreadState t, int method) {
    for (int i = t.frames.size() - 1; i >= 0; i--) {
      if (t.frames.get(i).code.def.id() == method) {
        while (t.frames.size() > i + 1) {
          t.frames.removeLast();
        }
        return t.frames.get(i);
      }
    }
    return null;
  }

  /** Puts the thread at an instruction with all values of the frame lost. */
  Frame resync(ThreadState t, int method, int instruction, int depth) {
    s.stats.resyncs++;
    Frame f = ofMethod(t, method);
    if (f == null || depth >= 0 && f.depth != depth) {
      MethodCode code = s.classes.code(method);
      if (code == null) {
        return null;
      }
      int d = depth >= 0 ? depth : t.frames.isEmpty() ? 1 : t.top().depth + 1;
      f = new Frame(code, d, Frame.Caller.LIBRARY);
      t.frames.add(f);
    }
    s.stats.inconsistent("resync in " + f.code.def.owner() + "." + f.code.def.name());
    if (!f.jumpBlind(instruction)) {
      f.lost = true;
      return null;
    }
    int op = f.code.insns[instruction].getOpcode();
    if (op >= INVOKEVIRTUAL && op <= INVOKEDYNAMIC) {
      f.call = Call.arrive(f);
    }
    return f;
  }
}
