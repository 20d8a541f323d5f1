/** Two classes that need each other, and whose initialisers touch nothing else. */
public final class Main {
  static class Left {
    static final Right OTHER = new Right();

    static int size() {
      return 1;
    }
  }

  static class Right {
    static final Left OTHER = new Left();

    static int size() {
      return 2;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread one = new Thread(Left::size);
    Thread two = new Thread(Right::size);
    one.start();
    two.start();
    one.join();
    two.join();
    System.out.println("no deadlock");
  }
}
