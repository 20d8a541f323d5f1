package dev.heisenbug.formats.trace;

import java.util.Map;

/** Reads the prefix-notation expressions of {@code .hbt} lines. */
final class HbtExprs {
  private static final int MAX_DEPTH = 2000;

  private final TraceBuilder trace;
  private final Map<String, Integer> values;

  HbtExprs(TraceBuilder trace, Map<String, Integer> values) {
    this.trace = trace;
    this.values = values;
  }

  int read(HbtLine line) {
    return read(line, 0);
  }

  private int read(HbtLine line, int depth) {
    if (depth > MAX_DEPTH) {
      throw line.fault("the expression is nested too deeply; name its parts with 'let'");
    }
    String token = line.next("an expression");
    if (!token.equals("(")) {
      return atom(line, token);
    }
    String head = line.next("an operator");
    int result;
    if (isSort(head)) {
      result = literal(line, Sort.parse(head));
    } else {
      result = application(line, head, depth);
    }
    line.expect(")");
    return result;
  }

  private int application(HbtLine line, String head, int depth) {
    Op op = Op.parse(head);
    if (op == null || op.arity() == 0) {
      throw line.fault("'" + head + "' is no operator");
    }
    if (op.converts()) {
      Sort to = Sort.parse(line.next("a sort"));
      int x = read(line, depth + 1);
      conversion(line, op, to, trace.exprs.sort(x));
      return trace.exprs.convert(op, to, x);
    }
    int x = operand(line, op, depth);
    int y = op.arity() > 1 ? operand(line, op, depth) : 0;
    int z = op.arity() > 2 ? operand(line, op, depth) : 0;
    if (line.hasNext() && !line.peek().equals(")")) {
      throw operandCount(line, op);
    }
    if (op != Op.ITE && op != Op.EQ && op != Op.NOT && op != Op.AND && op != Op.OR) {
      operands(line, op, trace.exprs.sort(x));
    }
    return switch (op.arity()) {
      case 1 -> op == Op.NOT ? trace.exprs.not(x) : trace.exprs.apply(op, x);
      case 2 -> op == Op.EQ ? trace.exprs.eq(x, y) : trace.exprs.apply(op, x, y);
      default -> trace.exprs.ite(x, y, z);
    };
  }

  private int operand(HbtLine line, Op op, int depth) {
    if (line.peek().equals(")")) {
      throw operandCount(line, op);
    }
    return read(line, depth + 1);
  }

  private static TraceException operandCount(HbtLine line, Op op) {
    String operands = op.arity() == 1 ? " operand" : " operands";
    return line.fault("'" + op.text() + "' takes " + op.arity() + operands);
  }

  private static void operands(HbtLine line, Op op, Sort sort) {
    boolean floating = op.name().startsWith("F");
    boolean fits = floating ? sort.isFloat() : sort.isInteger() || sort == Sort.REF;
    if (!fits && !(op == Op.XOR && sort == Sort.BOOL)) {
      throw line.fault(op.text() + " does not work on " + sort.text());
    }
  }

  private static void conversion(HbtLine line, Op op, Sort to, Sort from) {
    boolean fits =
        switch (op) {
          case TRUNC -> to.isInteger() && from.isInteger() && to.bits() <= from.bits();
          case SEXT, ZEXT ->
              to.isInteger() && (from.isInteger() || from == Sort.BOOL) && to.bits() >= from.bits();
          case BITS -> to.bits() == from.bits();
          case I2F -> to.isFloat() && from.isInteger();
          case F2I -> to.isInteger() && from.isFloat();
          default -> to.isFloat() && from.isFloat();
        };
    if (!fits) {
      throw line.fault(op.text() + " cannot turn " + from.text() + " into " + to.text());
    }
  }

  private int literal(HbtLine line, Sort sort) {
    String text = line.next("a value");
    if (sort.isFloat() && !text.startsWith("0x")) {
      try {
        return trace.exprs.constant(sort, Ops.fromDouble(sort, Double.parseDouble(text)));
      } catch (NumberFormatException e) {
        throw line.fault("'" + text + "' is no number");
      }
    }
    return trace.exprs.constant(sort, inRange(line, text, sort));
  }

  /** A number that fits the sort as a signed or as an unsigned one. */
  private static long inRange(HbtLine line, String text, Sort sort) {
    long value = line.integer(text, sort.text());
    int bits = sort.bits();
    if (bits < Long.SIZE && (value < -(1L << (bits - 1)) || value >= 1L << bits)) {
      throw line.fault("'" + text + "' does not fit into " + sort.text());
    }
    return value;
  }

  /** A number that fits the sort, in the form in which values of that sort are kept. */
  static long fitting(HbtLine line, String text, Sort sort) {
    return sort.normalize(inRange(line, text, sort));
  }

  private int atom(HbtLine line, String token) {
    char first = token.charAt(0);
    if (Character.isDigit(first) || (first == '-' && token.length() > 1)) {
      return trace.exprs.i32((int) inRange(line, token, Sort.I32));
    }
    switch (token) {
      case "true", "false":
        return trace.exprs.bool(token.equals("true"));
      case "null":
        return trace.exprs.ref(0);
      default:
        Integer value = values.get(token);
        if (value == null) {
          throw line.fault("'" + token + "' is not declared before this line");
        }
        return value;
    }
  }

  private static boolean isSort(String text) {
    for (Sort sort : Sort.values()) {
      if (sort.text().equals(text)) {
        return true;
      }
    }
    return false;
  }
}
