/** Exceptions that depend on shared values, caught near, far, and in library code. */
public class Main {
  static Object shared = "x";
  static int divisor = 1;
  static int[] table = {1, 2, 3};
  static int index;
  static int handled;

  static int risky() {
    return shared.hashCode() / divisor + table[index];
  }

  static int guarded() {
    try {
      return risky();
    } catch (NullPointerException e) {
      return -1;
    } catch (ArithmeticException e) {
      return -2;
    } finally {
      handled++;
    }
  }

  static synchronized int locked() {
    try {
      return guarded();
    } catch (ArrayIndexOutOfBoundsException e) {
      return -3;
    }
  }

  public static void main(String[] args) throws Exception {
    Thread t =
        new Thread(
            () -> {
              for (int i = 0; i < 4; i++) {
                shared = i % 2 == 0 ? null : "y";
                divisor = i % 3;
                index = i * 2;
                index = i;
              }
            });
    t.start();
    int[] results = new int[6];
    for (int i = 0; i < results.length; i++) {
      results[i] = locked();
    }
    t.join();
    System.out.println(java.util.Arrays.toString(results) + handled);
  }
}
