/** Two threads that may lock each other out. */
public class Main {
  static int moves;

  static void move(Object first, Object second) {
    for (int i = 0; i < 5; i++) {
      synchronized (first) {
        moves++;
        synchronized (second) {
          moves--;
        }
      }
    }
  }

  public static void main(String[] args) throws Exception {
    Object left = new Object();
    Object right = new Object();
    Thread a = new Thread(() -> move(left, right));
    Thread b = new Thread(() -> move(right, left));
    a.start();
    b.start();
    a.join();
    b.join();
    System.out.println(moves);
  }
}
