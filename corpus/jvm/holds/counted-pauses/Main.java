// kind: none
// jdk: 17
// model: pso
//
// Two workers that back off for a counted number of pauses before each turn. They wait for nobody:
// however long all of them only pause, the program goes on by itself.
public final class Main {
  static final int PAUSES = 10_000;
  private static int turns;

  private static synchronized void turn() {
    turns++;
  }

  private static void work() {
    for (int pause = 0; pause < PAUSES; pause++) {
      Thread.onSpinWait();
    }
    turn();
  }

  public static void main(String[] args) throws InterruptedException {
    Thread one = new Thread(Main::work, "one");
    Thread two = new Thread(Main::work, "two");
    one.start();
    two.start();
    one.join();
    two.join();
    if (turns != 2) {
      throw new AssertionError("turns: " + turns);
    }
  }
}
