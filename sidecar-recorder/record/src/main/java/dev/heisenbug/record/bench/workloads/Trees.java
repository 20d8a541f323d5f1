package dev.heisenbug.record.bench.workloads;

/** Allocation-heavy: builds and walks binary trees. */
record Trees(int count) implements Workload {
  private static final int DEPTH = 15;

  private record Node(Node left, Node right) {
    static Node of(int depth) {
      return depth == 0 ? new Node(null, null) : new Node(of(depth - 1), of(depth - 1));
    }

    int size() {
      return left == null ? 1 : 1 + left.size() + right.size();
    }
  }

  @Override
  public long run() {
    long size = 0;
    for (int i = 0; i < count; i++) {
      size += Node.of(DEPTH).size();
    }
    return size;
  }

  @Override
  public long branches() {
    return count * 4L * (1 << DEPTH);
  }
}
