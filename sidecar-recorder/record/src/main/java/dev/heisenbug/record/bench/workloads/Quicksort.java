package dev.heisenbug.record.bench.workloads;

/** Compute-bound: unpredictable branches on array elements. */
record Quicksort(int count) implements Workload {
  @Override
  public long run() {
    int[] data = new int[count];
    int x = 12345;
    for (int i = 0; i < count; i++) {
      x = x * 1103515245 + 12345;
      data[i] = x >>> 4;
    }
    sort(data, 0, count - 1);
    return data[count / 2];
  }

  private static void sort(int[] a, int low, int high) {
    if (high - low < 12) {
      for (int i = low + 1; i <= high; i++) {
        int v = a[i];
        int j = i - 1;
        while (j >= low && a[j] > v) {
          a[j + 1] = a[j];
          j--;
        }
        a[j + 1] = v;
      }
      return;
    }
    int pivot = a[low + high >>> 1];
    int i = low;
    int j = high;
    while (i <= j) {
      while (a[i] < pivot) {
        i++;
      }
      while (a[j] > pivot) {
        j--;
      }
      if (i <= j) {
        int t = a[i];
        a[i++] = a[j];
        a[j--] = t;
      }
    }
    sort(a, low, j);
    sort(a, i, high);
  }

  @Override
  public long branches() {
    return (long) (count * (Math.log(count) / Math.log(2)) * 1.6);
  }
}
