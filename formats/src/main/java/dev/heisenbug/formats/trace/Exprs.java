package dev.heisenbug.formats.trace;

import java.util.Arrays;

/**
 * A hash-consed pool of value expressions in primitive arrays: an expression is an {@code int}, so
 * that a trace with millions of them stays small and equal expressions are the same number.
 *
 * <p>Operands always have smaller numbers than the node that uses them. A {@code READ} node stands
 * for the value the event of that id reads; an {@code UNKNOWN} node for a free value.
 */
public final class Exprs {
  private static final Op[] OPS = Op.values();

  private byte[] op = new byte[64];
  private byte[] sort = new byte[64];
  private int[] a = new int[64];
  private int[] b = new int[64];
  private int[] c = new int[64];
  private int size;
  private int[] table = new int[256];

  public int size() {
    return size;
  }

  public Op op(int node) {
    return OPS[op[node]];
  }

  public Sort sort(int node) {
    return Sort.of(sort[node]);
  }

  /** First operand, or the event id of a {@code READ}, or the id of an {@code UNKNOWN}. */
  public int a(int node) {
    return a[node];
  }

  public int b(int node) {
    return b[node];
  }

  public int c(int node) {
    return c[node];
  }

  /** The value of a {@code CONST} node. */
  public long constant(int node) {
    return ((long) b[node] << 32) | (a[node] & 0xFFFF_FFFFL);
  }

  public boolean isConst(int node) {
    return op[node] == 0;
  }

  public int constant(Sort sort, long value) {
    long v = sort.normalize(value);
    return intern(Op.CONST, sort, (int) v, (int) (v >> 32), 0);
  }

  public int bool(boolean value) {
    return constant(Sort.BOOL, value ? 1 : 0);
  }

  public int i32(int value) {
    return constant(Sort.I32, value);
  }

  public int i64(long value) {
    return constant(Sort.I64, value);
  }

  public int ref(long id) {
    return constant(Sort.REF, id);
  }

  /** The value read by an event; {@link TraceBuilder#valueOf} knows the sort. */
  int read(Sort sort, int event) {
    return intern(Op.READ, sort, event, 0, 0);
  }

  int unknown(Sort sort, int id) {
    return intern(Op.UNKNOWN, sort, id, 0, 0);
  }

  public int apply(Op op, int x) {
    return op(op, sort(x), x, 0, 0);
  }

  public int apply(Op op, int x, int y) {
    if (sort(x) != sort(y)) {
      throw new IllegalArgumentException(
          op.text() + " of " + sort(x).text() + " and " + sort(y).text());
    }
    return op(op, op.compares() ? Sort.BOOL : sort(x), x, y, 0);
  }

  /** A conversion to another sort ({@link Op#converts()}). */
  public int convert(Op op, Sort to, int x) {
    return op == Op.BITS && sort(x) == to ? x : op(op, to, x, 0, 0);
  }

  public int ite(int condition, int then, int otherwise) {
    if (sort(condition) != Sort.BOOL || sort(then) != sort(otherwise)) {
      throw new IllegalArgumentException("ite needs a bool and two values of one sort");
    }
    if (then == otherwise) {
      return then;
    }
    return isConst(condition)
        ? (constant(condition) != 0 ? then : otherwise)
        : op(Op.ITE, sort(then), condition, then, otherwise);
  }

  public int eq(int x, int y) {
    return x == y && !sort(x).isFloat() ? bool(true) : apply(Op.EQ, x, y);
  }

  public int ne(int x, int y) {
    return not(eq(x, y));
  }

  public int not(int x) {
    return op(x) == Op.NOT ? a(x) : apply(Op.NOT, x);
  }

  public int and(int x, int y) {
    return apply(Op.AND, x, y);
  }

  public int or(int x, int y) {
    return apply(Op.OR, x, y);
  }

  public int add(int x, int y) {
    return apply(Op.ADD, x, y);
  }

  public int sub(int x, int y) {
    return apply(Op.SUB, x, y);
  }

  /** The general constructor: folds constants and the few identities that keep traces small. */
  public int op(Op op, Sort result, int x, int y, int z) {
    int arity = op.arity();
    if (isConst(x) && (arity < 2 || isConst(y)) && (arity < 3 || isConst(z))) {
      long vy = arity < 2 ? 0 : constant(y);
      long vz = arity < 3 ? 0 : constant(z);
      return constant(result, Ops.apply(op, result, sort(x), constant(x), vy, vz));
    }
    int simple = arity == 2 ? simplify(op, result, x, y) : -1;
    return simple >= 0 ? simple : intern(op, result, x, arity < 2 ? 0 : y, arity < 3 ? 0 : z);
  }

  private int simplify(Op op, Sort result, int x, int y) {
    boolean zeroX = isConst(x) && constant(x) == 0;
    boolean zeroY = isConst(y) && constant(y) == 0;
    return switch (op) {
      case ADD, OR, XOR -> zeroX ? y : zeroY ? x : op == Op.OR && x == y ? x : -1;
      case SUB -> zeroY ? x : -1;
      case AND -> {
        if (zeroX || x == y) {
          yield x;
        }
        if (zeroY) {
          yield y;
        }
        boolean bool = result == Sort.BOOL;
        yield bool && isConst(x) ? y : bool && isConst(y) ? x : -1;
      }
      default -> -1;
    };
  }

  /** The number of an existing node, or -1. */
  int find(Op op, Sort sort, int x, int y, int z) {
    int slot = slot(op.ordinal(), sort.ordinal(), x, y, z);
    return table[slot] - 1;
  }

  private int slot(int op, int sort, int x, int y, int z) {
    int slot = hash(op, sort, x, y, z) & (table.length - 1);
    while (table[slot] != 0) {
      int node = table[slot] - 1;
      if (this.op[node] == op
          && this.sort[node] == sort
          && a[node] == x
          && b[node] == y
          && c[node] == z) {
        return slot;
      }
      slot = (slot + 1) & (table.length - 1);
    }
    return slot;
  }

  private int intern(Op op, Sort sort, int x, int y, int z) {
    int slot = slot(op.ordinal(), sort.ordinal(), x, y, z);
    if (table[slot] != 0) {
      return table[slot] - 1;
    }
    if (size == this.op.length) {
      grow();
    }
    this.op[size] = (byte) op.ordinal();
    this.sort[size] = (byte) sort.ordinal();
    a[size] = x;
    b[size] = y;
    c[size] = z;
    table[slot] = ++size;
    if (size * 2 > table.length) {
      rehash();
    }
    return size - 1;
  }

  private void grow() {
    int capacity = size + (size >> 1);
    op = Arrays.copyOf(op, capacity);
    sort = Arrays.copyOf(sort, capacity);
    a = Arrays.copyOf(a, capacity);
    b = Arrays.copyOf(b, capacity);
    c = Arrays.copyOf(c, capacity);
  }

  private void rehash() {
    table = new int[table.length * 2];
    for (int node = 0; node < size; node++) {
      int slot = hash(op[node], sort[node], a[node], b[node], c[node]) & (table.length - 1);
      while (table[slot] != 0) {
        slot = (slot + 1) & (table.length - 1);
      }
      table[slot] = node + 1;
    }
  }

  private static int hash(int op, int sort, int x, int y, int z) {
    long h = (op * 31L + sort) * 0x9E3779B97F4A7C15L + x;
    h = (h ^ (h >>> 29)) * 0xBF58476D1CE4E5B9L + y;
    h = (h ^ (h >>> 32)) * 0x94D049BB133111EBL + z;
    return (int) (h ^ (h >>> 31));
  }
}
