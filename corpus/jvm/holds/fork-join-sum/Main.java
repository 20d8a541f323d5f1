// kind: none
// jdk: 17
// model: pso
//
// Tasks with plain fields are handed to other threads by invokeAll, a method that they inherit:
// forking publishes them safely.
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

public class Main {
  static class Sum extends RecursiveTask<Long> {
    private static final long serialVersionUID = 1;

    int from;
    int to;

    Sum(int from, int to) {
      this.from = from;
      this.to = to;
    }

    @Override
    protected Long compute() {
      if (to - from < 5) {
        long sum = 0;
        for (int i = from; i < to; i++) {
          sum += i;
        }
        return sum;
      }
      int middle = (from + to) / 2;
      Sum left = new Sum(from, middle);
      Sum right = new Sum(middle, to);
      invokeAll(left, right);
      return left.join() + right.join();
    }
  }

  public static void main(String[] args) {
    long sum = new ForkJoinPool(4).invoke(new Sum(0, 60));
    if (sum != 1770) {
      throw new AssertionError("sum " + sum);
    }
  }
}
