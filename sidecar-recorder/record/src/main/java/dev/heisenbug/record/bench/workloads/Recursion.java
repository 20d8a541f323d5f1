package dev.heisenbug.record.bench.workloads;

/** The worst case for path recording: nothing but calls of a tiny method with one branch. */
record Recursion(int depth) implements Workload {
  @Override
  public long run() {
    return fibonacci(depth);
  }

  private static int fibonacci(int n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
  }

  @Override
  public long branches() {
    return (long) (Math.pow(1.618, depth) * 1.45);
  }
}
