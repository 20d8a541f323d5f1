// kind: assertion
// jdk: 17
// model: tso
// failure: java.lang.AssertionError
//
// Lamport's bakery on plain arrays: a customer draws a number higher than all others and waits for
// its turn. With store buffers two customers may not see each other choosing and are served at
// once.
// Not reachable under SC.
// Shows as: uncaught AssertionError in main, the till lost a sale.
public final class Main {
  static final int CUSTOMERS = 2;
  static final int VISITS = 1500;

  static final class Bakery {
    private final boolean[] choosing = new boolean[CUSTOMERS];
    private final int[] number = new int[CUSTOMERS];
    private int till;

    void buy(int me) {
      enter(me);
      till++;
      number[me] = 0;
    }

    private void enter(int me) {
      choosing[me] = true;
      int highest = 0;
      for (int other = 0; other < CUSTOMERS; other++) {
        highest = Math.max(highest, number[other]);
      }
      number[me] = highest + 1;
      choosing[me] = false;
      for (int other = 0; other < CUSTOMERS; other++) {
        if (other != me) {
          while (choosing[other]) {
            Thread.yield();
          }
          while (isBefore(other, me)) {
            Thread.yield();
          }
        }
      }
    }

    private boolean isBefore(int other, int me) {
      int theirs = number[other];
      int mine = number[me];
      return theirs != 0 && (theirs < mine || (theirs == mine && other < me));
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Bakery bakery = new Bakery();
    Thread[] customers = new Thread[CUSTOMERS];
    for (int c = 0; c < CUSTOMERS; c++) {
      int me = c;
      customers[c] =
          new Thread(
              () -> {
                for (int visit = 0; visit < VISITS; visit++) {
                  bakery.buy(me);
                }
              },
              "customer-" + c);
    }
    for (Thread customer : customers) {
      customer.start();
    }
    for (Thread customer : customers) {
      customer.join();
    }
    if (bakery.till != CUSTOMERS * VISITS) {
      throw new AssertionError("till shows " + bakery.till + " sales");
    }
  }
}
