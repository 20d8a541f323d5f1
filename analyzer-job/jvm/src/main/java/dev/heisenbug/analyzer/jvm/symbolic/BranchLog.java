package dev.heisenbug.analyzer.jvm.symbolic;

import java.util.Arrays;

/** The branches one thread took, in primitive arrays because there are millions. */
final class BranchLog {
  private int size;
  private int[] method = new int[16];
  private int[] insn = new int[16];
  private int[] outcome = new int[16];
  private long[] record = new long[16];
  private int[] condition = new int[16];
  private int[] after = new int[16];

  void add(int methodId, int instruction, int result, long recordNumber, int expr, int events) {
    if (size == method.length) {
      int n = size * 2;
      method = Arrays.copyOf(method, n);
      insn = Arrays.copyOf(insn, n);
      outcome = Arrays.copyOf(outcome, n);
      record = Arrays.copyOf(record, n);
      condition = Arrays.copyOf(condition, n);
      after = Arrays.copyOf(after, n);
    }
    method[size] = methodId;
    insn[size] = instruction;
    outcome[size] = result;
    record[size] = recordNumber;
    condition[size] = expr;
    after[size++] = events;
  }

  int size() {
    return size;
  }

  int method(int i) {
    return method[i];
  }

  int instruction(int i) {
    return insn[i];
  }

  int outcome(int i) {
    return outcome[i];
  }

  long record(int i) {
    return record[i];
  }

  int condition(int i) {
    return condition[i];
  }

  int after(int i) {
    return after[i];
  }
}
