/** Three threads that wait in loops for what nobody will ever store. */
public final class Main {
  static volatile boolean first;
  static volatile boolean second;

  public static void main(String[] args) {
    new Thread(Main::awaitFirst).start();
    new Thread(Main::awaitFirst).start();
    while (!second) {
      Thread.onSpinWait();
    }
    first = true;
  }

  private static void awaitFirst() {
    while (!first) {
      Thread.onSpinWait();
    }
    second = true;
  }
}
