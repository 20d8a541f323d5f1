package dev.heisenbug.record.bench.workloads;

/** Compute-bound: nested counted loops over arrays. */
record Matrix(int size) implements Workload {
  @Override
  public long run() {
    double[][] a = filled(1.5);
    double[][] b = filled(0.5);
    double[][] c = new double[size][size];
    for (int i = 0; i < size; i++) {
      for (int k = 0; k < size; k++) {
        double f = a[i][k];
        for (int j = 0; j < size; j++) {
          c[i][j] += f * b[k][j];
        }
      }
    }
    return (long) c[size / 2][size / 3];
  }

  private double[][] filled(double base) {
    double[][] matrix = new double[size][size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        matrix[i][j] = base + (i ^ j) % 7;
      }
    }
    return matrix;
  }

  @Override
  public long branches() {
    return (long) size * size * size;
  }
}
