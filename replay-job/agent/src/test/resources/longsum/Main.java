import java.util.Arrays;

/** Reads far more than it writes, and ends. */
public class Main {
  public static void main(String[] args) throws Exception {
    int[] data = new int[1_500_000];
    Arrays.fill(data, 1);
    int[] sums = new int[2];
    Thread[] threads = new Thread[2];
    for (int i = 0; i < 2; i++) {
      int own = i;
      threads[i] = new Thread(() -> sums[own] = sum(data));
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println(sums[0] + sums[1]);
  }

  private static int sum(int[] data) {
    int sum = 0;
    for (int element : data) {
      sum += element;
    }
    return sum;
  }
}
