package dev.heisenbug.analyzer.jvm.symbolic;

import static org.objectweb.asm.Opcodes.*;

/** POP, DUP and their variants, on a stack where a long or double is one entry. */
final class StackOps {
  boolean execute(Frame f, int op) {
    switch (op) {
      case POP -> f.pop();
      case POP2 -> {
        if (!f.pop().isWide()) {
          f.pop();
        }
      }
      case DUP -> f.push(f.peek(0));
      case DUP_X1 -> insert(f, 1, 1);
      case DUP_X2 -> insert(f, 1, entries(f, 1));
      case DUP2 -> insert(f, entries(f, 0), 0);
      case DUP2_X1 -> insert(f, entries(f, 0), 1);
      case DUP2_X2 -> {
        int copied = entries(f, 0);
        insert(f, copied, entries(f, copied));
      }
      case SWAP -> {
        Val b = f.pop();
        Val a = f.pop();
        f.push(b);
        f.push(a);
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  /** How many entries make up the two stack words that begin at the given depth. */
  private static int entries(Frame f, int from) {
    return f.peek(from).isWide() ? 1 : 2;
  }

  /** Copies the top entries below the next {@code over} ones. */
  private static void insert(Frame f, int copied, int over) {
    Val[] top = new Val[copied + over];
    for (int i = 0; i < top.length; i++) {
      top[i] = f.pop();
    }
    for (int i = copied - 1; i >= 0; i--) {
      f.push(top[i]);
    }
    for (int i = top.length - 1; i >= 0; i--) {
      f.push(top[i]);
    }
  }
}
