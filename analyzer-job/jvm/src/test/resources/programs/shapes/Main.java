import java.util.ArrayList;
import java.util.List;
import java.util.function.IntBinaryOperator;
import java.util.function.Supplier;

/** Switches, recursion, lambdas with captured values, records, interfaces, inner classes. */
public class Main {
  interface Shape {
    int area(int scale);
  }

  record Square(int side) implements Shape {
    public int area(int scale) {
      return side * side * scale;
    }
  }

  record Bar(int length, Integer width) implements Shape {
    public int area(int scale) {
      return length * width * scale;
    }
  }

  static volatile int mode;
  static int seed = 7;
  static String last = "none";

  static int fib(int n) {
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
  }

  static String name(int m) {
    return switch (m) {
      case 0 -> "zero";
      case 1, 2 -> "few";
      case 1000 -> "many";
      default -> "other";
    };
  }

  class Inner implements Supplier<Integer> {
    final int captured = seed;

    @Override
    public Integer get() {
      return captured + mode;
    }
  }

  static int round(int id) {
    int m = mode;
    seed = seed * 31 + m;
    int s = seed & 7;
    Shape shape = (s & 1) == 0 ? new Square(s) : new Bar(s, m);
    IntBinaryOperator op = (a, b) -> a * m + b + s;
    last = name(m);
    mode = m == 1000 ? 0 : m + (last.equals("other") ? 996 : 1);
    switch (last) {
      case "zero":
        return fib(s) + shape.area(2);
      case "few":
        return op.applyAsInt(s, id);
      default:
        return new Main().new Inner().get();
    }
  }

  public static void main(String[] args) throws Exception {
    List<Integer> sums = new ArrayList<>();
    Thread[] threads = new Thread[2];
    for (int i = 0; i < 2; i++) {
      int id = i;
      threads[i] =
          new Thread(
              () -> {
                int sum = 0;
                for (int k = 0; k < 4; k++) {
                  sum += round(id);
                }
                synchronized (sums) {
                  sums.add(sum);
                }
              });
      threads[i].start();
    }
    for (Thread t : threads) {
      t.join();
    }
    System.out.println(sums);
  }
}
