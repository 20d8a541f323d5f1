// kind: exception
// jdk: 17
// model: sc
// failure: java.lang.NullPointerException
//
// IBM ConTest "Piper" (Symber table 4.2): missing condition for wait. A gate agent hands out seats
// through a bounded desk; take() tests "desk is empty" with if instead of while, so a passenger
// woken by notifyAll for a seat that another passenger already took carries on with an empty desk.
// Shows as: uncaught NullPointerException in a passenger thread that got no boarding pass.
public final class Main {
  record BoardingPass(String seat) {}

  static final class Desk {
    private final BoardingPass[] slots = new BoardingPass[4];
    private int filled;

    synchronized void put(BoardingPass pass) throws InterruptedException {
      while (filled == slots.length) {
        wait();
      }
      slots[filled++] = pass;
      notifyAll();
    }

    synchronized BoardingPass take() throws InterruptedException {
      if (filled == 0) {
        wait();
      }
      if (filled == 0) {
        return null;
      }
      BoardingPass pass = slots[--filled];
      slots[filled] = null;
      notifyAll();
      return pass;
    }
  }

  static final int PASSENGERS = 2;
  static final int TRIPS = 5;

  public static void main(String[] args) throws InterruptedException {
    Desk desk = new Desk();
    Thread[] passengers = new Thread[PASSENGERS];
    for (int p = 0; p < PASSENGERS; p++) {
      passengers[p] = new Thread(() -> board(desk), "passenger-" + p);
      // A passenger that died must not leave the agent blocked on a full desk for ever.
      passengers[p].setDaemon(true);
      passengers[p].start();
    }
    Thread agent = new Thread(() -> issue(desk), "gate-agent");
    agent.setDaemon(true);
    agent.start();
    for (Thread passenger : passengers) {
      passenger.join();
    }
  }

  private static void issue(Desk desk) {
    try {
      for (int i = 0; i < PASSENGERS * TRIPS; i++) {
        desk.put(new BoardingPass("row " + i));
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void board(Desk desk) {
    try {
      int letters = 0;
      for (int i = 0; i < TRIPS; i++) {
        letters += desk.take().seat().length();
      }
      if (letters == 0) {
        throw new IllegalStateException("no seats");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
