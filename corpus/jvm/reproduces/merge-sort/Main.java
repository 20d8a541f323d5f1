// kind: assertion
// jdk: 17
// model: sc
// failure: java.lang.AssertionError
//
// IBM ConTest "MergeSort": a recursive sort starts a helper thread for its left half while helpers
// are available. The helper's "sorted" mark is set by a plain counter that two helpers update at
// the
// same time; the parent merges as soon as the counter says so or the helper looks finished.
// Shows as: uncaught AssertionError in main, the result is not sorted.
public final class Main {
  static final class MergeSort {
    private final int[] data;
    private int running;

    MergeSort(int[] data) {
      this.data = data;
    }

    void sort(int from, int to, int depth) throws InterruptedException {
      if (to - from < 2) {
        return;
      }
      int middle = (from + to) >>> 1;
      if (depth == 0) {
        sort(from, middle, 0);
        sort(middle, to, 0);
      } else {
        Thread helper = new Thread(() -> sortHelper(from, middle, depth - 1), "helper-" + from);
        int before = running;
        helper.start();
        running = before + 1;
        sort(middle, to, depth - 1);
        // The short cut: no helper running at all means ours is done, too.
        if (running > 0) {
          helper.join();
        }
      }
      merge(from, middle, to);
    }

    private void sortHelper(int from, int to, int depth) {
      try {
        sort(from, to, depth);
        running--;
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    private void merge(int from, int middle, int to) {
      int[] left = java.util.Arrays.copyOfRange(data, from, middle);
      int[] right = java.util.Arrays.copyOfRange(data, middle, to);
      int l = 0;
      int r = 0;
      for (int i = from; i < to; i++) {
        boolean takeLeft = r == right.length || (l < left.length && left[l] <= right[r]);
        data[i] = takeLeft ? left[l++] : right[r++];
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    for (int round = 0; round < 8; round++) {
      int[] data = new int[64];
      for (int i = 0; i < data.length; i++) {
        data[i] = (i * 37 + round) % 64;
      }
      new MergeSort(data).sort(0, data.length, 3);
      for (int i = 1; i < data.length; i++) {
        if (data[i - 1] > data[i]) {
          throw new AssertionError("round " + round + ": not sorted at " + i);
        }
      }
    }
  }
}
