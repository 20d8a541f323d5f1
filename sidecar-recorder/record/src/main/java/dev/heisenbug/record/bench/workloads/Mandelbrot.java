package dev.heisenbug.record.bench.workloads;

/** Compute-bound: floating point with loops that end by data. */
record Mandelbrot(int size) implements Workload {
  private static final int LIMIT = 200;

  @Override
  public long run() {
    long inside = 0;
    for (int y = 0; y < size; y++) {
      for (int x = 0; x < size; x++) {
        inside += rounds(3.0 * x / size - 2, 2.0 * y / size - 1);
      }
    }
    return inside;
  }

  private static int rounds(double cx, double cy) {
    double x = 0;
    double y = 0;
    int n = 0;
    while (n < LIMIT && x * x + y * y < 4) {
      double t = x * x - y * y + cx;
      y = 2 * x * y + cy;
      x = t;
      n++;
    }
    return n;
  }

  @Override
  public long branches() {
    return (long) size * size * 2 * 60;
  }
}
