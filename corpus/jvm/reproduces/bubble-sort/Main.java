// kind: assertion
// jdk: 17
// model: sc
// failure: java.lang.AssertionError
//
// IBM ConTest "BubbleSort": workers sort one array with neighbouring swaps. Each worker owns a
// region, but the regions overlap by a few cells and the swap there is not protected, so two swaps
// interleave and one value is written twice while another disappears.
// Shows as: uncaught AssertionError in main, the array is no permutation of its input.
import java.util.concurrent.CountDownLatch;

public final class Main {
  static final int SIZE = 36;
  static final int WORKERS = 3;

  static final class Sorter extends Thread {
    private final int[] data;
    private final int from;
    private final int to;
    private final CountDownLatch start;

    Sorter(String name, int[] data, int from, int to, CountDownLatch start) {
      super(name);
      this.data = data;
      this.from = from;
      this.to = to;
      this.start = start;
    }

    @Override
    public void run() {
      try {
        start.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      for (int pass = 0; pass < SIZE; pass++) {
        for (int i = from; i < to; i++) {
          if (data[i] > data[i + 1]) {
            swap(i);
          }
        }
      }
    }

    private void swap(int i) {
      int larger = data[i];
      data[i] = data[i + 1];
      data[i + 1] = larger;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    for (int round = 0; round < 6; round++) {
      int[] data = new int[SIZE];
      for (int i = 0; i < SIZE; i++) {
        data[i] = SIZE - i;
      }
      CountDownLatch start = new CountDownLatch(1);
      Sorter[] sorters = new Sorter[WORKERS];
      int share = SIZE / WORKERS;
      for (int w = 0; w < WORKERS; w++) {
        int to = w == WORKERS - 1 ? SIZE - 1 : (w + 1) * share + 4;
        sorters[w] = new Sorter("sorter-" + w, data, w * share, to, start);
      }
      for (Sorter sorter : sorters) {
        sorter.start();
      }
      start.countDown();
      for (Sorter sorter : sorters) {
        sorter.join();
      }
      int sum = 0;
      for (int value : data) {
        sum += value;
      }
      if (sum != SIZE * (SIZE + 1) / 2) {
        throw new AssertionError("round " + round + ": a value was lost, sum is " + sum);
      }
    }
  }
}
