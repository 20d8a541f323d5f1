package dev.heisenbug.analyzer.jvm.symbolic;

import static org.objectweb.asm.Opcodes.*;

import dev.heisenbug.formats.trace.Op;
import dev.heisenbug.formats.trace.Sort;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;

/** Conditional jumps and switches: their condition, and where they lead. */
final class Jumps {
  private final Arith arith;

  Jumps(Arith arith) {
    this.arith = arith;
  }

  static boolean isConditional(AbstractInsnNode n) {
    return n instanceof JumpInsnNode && n.getOpcode() != GOTO && n.getOpcode() != JSR;
  }

  static boolean isSwitch(AbstractInsnNode n) {
    return n.getOpcode() == TABLESWITCH || n.getOpcode() == LOOKUPSWITCH;
  }

  static int operands(int opcode) {
    return opcode >= IF_ICMPEQ && opcode <= IF_ACMPNE ? 2 : 1;
  }

  /** The bool that says whether the jump is taken; operands stay on the stack. */
  Val taken(Frame f) {
    int op = f.code.insns[f.pc].getOpcode();
    if (op == IFNULL || op == IFNONNULL) {
      Val ref = f.peek(0);
      if (ref.alloc != null) {
        return Val.of(Sort.BOOL, op == IFNONNULL ? 1 : 0);
      }
      Val isNull = arith.op(Op.EQ, ref, Val.nil());
      return op == IFNULL ? isNull : arith.not(isNull);
    }
    if (op == IF_ACMPEQ || op == IF_ACMPNE) {
      return same(f.peek(1), f.peek(0), op == IF_ACMPEQ);
    }
    return operands(op) == 2
        ? relation(op - IF_ICMPEQ, f.peek(1), f.peek(0))
        : relation(op - IFEQ, f.peek(0), Val.i32(0));
  }

  /** Identity; of boxes only the value is modelled, which does not decide identity. */
  private Val same(Val a, Val b, boolean wanted) {
    boolean boxes = a.hasBits() && Refs.isBox(a.bits()) || b.hasBits() && Refs.isBox(b.bits());
    boolean nulls = a.isNull() || b.isNull();
    if (boxes && !nulls) {
      return Val.lost(Sort.BOOL);
    }
    Val equal = arith.op(Op.EQ, a, b);
    return wanted ? equal : arith.not(equal);
  }

  private Val relation(int relation, Val a, Val b) {
    return switch (relation) {
      case 0 -> arith.compare(Op.EQ, a, b);
      case 1 -> arith.not(arith.compare(Op.EQ, a, b));
      case 2 -> arith.compare(Op.SLT, a, b);
      case 3 -> arith.not(arith.compare(Op.SLT, a, b));
      case 4 -> arith.not(arith.compare(Op.SLE, a, b));
      default -> arith.compare(Op.SLE, a, b);
    };
  }

  /** The bool that says that a switch leads where the key leads. */
  Val leadsAs(AbstractInsnNode n, Val operand, int key) {
    LabelNode target = target(n, key);
    Val result = Val.of(Sort.BOOL, 0);
    boolean isDefault = target == defaultOf(n);
    int[] keys = keys(n);
    for (int k : keys) {
      if ((target(n, k) == target) != isDefault) {
        Val hit = arith.op(Op.EQ, operand, Val.i32(k));
        result = result.hasBits() && !result.isSymbolic() ? hit : arith.op(Op.OR, result, hit);
      }
    }
    return isDefault ? arith.not(result) : result;
  }

  LabelNode target(AbstractInsnNode n, int key) {
    if (n instanceof TableSwitchInsnNode t) {
      return key < t.min || key > t.max ? t.dflt : t.labels.get(key - t.min);
    }
    LookupSwitchInsnNode l = (LookupSwitchInsnNode) n;
    int i = l.keys.indexOf(key);
    return i < 0 ? l.dflt : l.labels.get(i);
  }

  private static LabelNode defaultOf(AbstractInsnNode n) {
    return n instanceof TableSwitchInsnNode t ? t.dflt : ((LookupSwitchInsnNode) n).dflt;
  }

  private static int[] keys(AbstractInsnNode n) {
    if (n instanceof TableSwitchInsnNode t) {
      int[] keys = new int[t.labels.size()];
      java.util.Arrays.setAll(keys, i -> t.min + i);
      return keys;
    }
    return ((LookupSwitchInsnNode) n).keys.stream().mapToInt(Integer::intValue).toArray();
  }
}
