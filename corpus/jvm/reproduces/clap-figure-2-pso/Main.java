// kind: assertion
// jdk: 17
// model: pso
// failure: java.lang.AssertionError
//
// CLAP figure 2, second assertion: the same two threads, and x <= y once both are done. Under SC
// and
// TSO the two pairs of stores cannot end with x from one thread and y from the other in this
// direction; under PSO the stores of the first thread may commit in reverse.
// Shows as: uncaught AssertionError in main, x > y.
public final class Main {
  static final class Ledger {
    private int x;
    private int y;

    void first() {
      int a = x;
      x = 1;
      if (y > 0) {
        y = a + 1;
        x = a + 1;
      } else {
        y = 0;
        x = 0;
      }
    }

    void second() {
      int b = y;
      y = 2;
      if (x > 0) {
        x = b + 2;
        y = b + 2;
      }
    }

    void check() {
      if (x > y) {
        throw new AssertionError("spent more than received: x " + x + " y " + y);
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Ledger ledger = new Ledger();
    Thread first = new Thread(ledger::first, "first");
    Thread second = new Thread(ledger::second, "second");
    first.start();
    second.start();
    first.join();
    second.join();
    ledger.check();
  }
}
