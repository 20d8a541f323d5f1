/** Static initialisers that threads race for. */
public class Main {
  static class Config {
    static int value = 41;
    static final int[] TABLE = new int[3];

    static {
      TABLE[1] = value;
      value++;
    }

    static int next() {
      return value++ + TABLE[1];
    }
  }

  static class Derived extends Config {
    static int extra = next();
  }

  static int total;

  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> total += Derived.extra + Config.next());
    t.start();
    total += Config.next();
    t.join();
    System.out.println(total);
  }
}
