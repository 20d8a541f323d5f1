package dev.heisenbug.formats.trace;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayDeque;
import java.util.BitSet;

/** Prints expressions, naming shared or deep parts with {@code let} so that text stays linear. */
final class HbtExprText {
  private static final int INLINE_DEPTH = 12;

  private final SymbolicTrace trace;
  private final Exprs exprs;
  private final Writer out;
  private final byte[] depth;
  private final BitSet named = new BitSet();
  private final BitSet written = new BitSet();

  HbtExprText(SymbolicTrace trace, Writer out) {
    this.trace = trace;
    this.exprs = trace.exprs();
    this.out = out;
    this.depth = new byte[exprs.size()];
    BitSet once = new BitSet();
    for (int n = 0; n < depth.length; n++) {
      for (int i = 0; i < exprs.op(n).arity(); i++) {
        int operand = operand(n, i);
        if (exprs.op(operand).arity() > 0 && once.get(operand)) {
          named.set(operand);
        }
        once.set(operand);
      }
    }
    for (int n = 0; n < depth.length; n++) {
      int deepest = 0;
      for (int i = 0; i < exprs.op(n).arity(); i++) {
        int operand = operand(n, i);
        deepest = Math.max(deepest, named.get(operand) ? 0 : depth[operand] + 1);
      }
      if (deepest > INLINE_DEPTH) {
        named.set(n);
      }
      depth[n] = (byte) Math.min(deepest, INLINE_DEPTH + 1);
    }
  }

  private int operand(int node, int i) {
    return i == 0 ? exprs.a(node) : i == 1 ? exprs.b(node) : exprs.c(node);
  }

  /** Writes the {@code let} lines an expression needs. */
  void define(int root) throws IOException {
    ArrayDeque<Integer> stack = new ArrayDeque<>();
    stack.push(root);
    while (!stack.isEmpty()) {
      int node = stack.peek();
      boolean ready = true;
      for (int i = 0; i < exprs.op(node).arity(); i++) {
        int operand = operand(node, i);
        if (exprs.op(operand).arity() > 0 && !written.get(operand)) {
          stack.push(operand);
          ready = false;
        }
      }
      if (!ready) {
        continue;
      }
      stack.pop();
      if (!written.get(node)) {
        written.set(node);
        if (named.get(node)) {
          out.write("let n" + node + " = " + inline(node) + "\n");
        }
      }
    }
  }

  /**
   * Defines the parts of a read-modify-write's value that do not use the value it reads, which has
   * no name yet: exactly the parts numbered before that value.
   */
  void defineBefore(int root, int limit) throws IOException {
    ArrayDeque<Integer> stack = new ArrayDeque<>();
    BitSet seen = new BitSet();
    stack.push(root);
    while (!stack.isEmpty()) {
      int node = stack.pop();
      if (node < limit) {
        define(node);
      } else if (!seen.get(node)) {
        seen.set(node);
        for (int i = 0; i < exprs.op(node).arity(); i++) {
          stack.push(operand(node, i));
        }
      }
    }
  }

  /** The text of an expression after {@link #define}. */
  String text(int node) {
    return named.get(node) ? "n" + node : inline(node);
  }

  /** The text of an expression whose own name may not be defined yet. */
  String inline(int node) {
    StringBuilder text = new StringBuilder();
    inline(node, text);
    return text.toString();
  }

  private void inline(int node, StringBuilder text) {
    Op op = exprs.op(node);
    switch (op) {
      case CONST -> constant(node, text);
      case READ -> text.append('r').append(exprs.a(node));
      case UNKNOWN -> text.append(HbtWriter.quote(trace.unknowns().get(exprs.a(node)).name()));
      default -> {
        text.append('(').append(op.text());
        if (op.converts()) {
          text.append(' ').append(exprs.sort(node).text());
        }
        for (int i = 0; i < op.arity(); i++) {
          text.append(' ');
          int operand = operand(node, i);
          if (named.get(operand) && written.get(operand)) {
            text.append('n').append(operand);
          } else {
            inline(operand, text);
          }
        }
        text.append(')');
      }
    }
  }

  private void constant(int node, StringBuilder text) {
    long value = exprs.constant(node);
    Sort sort = exprs.sort(node);
    switch (sort) {
      case BOOL -> text.append(value != 0);
      case I32 -> text.append(value);
      case F32, F64 ->
          text.append('(')
              .append(sort.text())
              .append(" 0x")
              .append(Long.toHexString(sort.unsigned(value)))
              .append(')');
      default -> text.append('(').append(sort.text()).append(' ').append(value).append(')');
    }
  }
}
