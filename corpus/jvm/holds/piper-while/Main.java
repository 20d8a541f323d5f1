// kind: none
// jdk: 17
// model: pso
//
// Correct twin of piper and wait-without-loop: wait() stands in a loop that tests the condition.
public final class Main {
  static final class Desk {
    private final String[] slots = new String[3];
    private int filled;

    synchronized void put(String pass) throws InterruptedException {
      while (filled == slots.length) {
        wait();
      }
      slots[filled++] = pass;
      notifyAll();
    }

    synchronized String take() throws InterruptedException {
      while (filled == 0) {
        wait();
      }
      String pass = slots[--filled];
      notifyAll();
      return pass;
    }
  }

  static final int TRIPS = 10;

  public static void main(String[] args) throws InterruptedException {
    Desk desk = new Desk();
    Thread[] passengers = new Thread[3];
    for (int p = 0; p < passengers.length; p++) {
      passengers[p] = new Thread(() -> board(desk), "passenger-" + p);
      passengers[p].start();
    }
    for (int i = 0; i < passengers.length * TRIPS; i++) {
      desk.put("seat");
    }
    for (Thread passenger : passengers) {
      passenger.join();
    }
  }

  private static void board(Desk desk) {
    try {
      for (int i = 0; i < TRIPS; i++) {
        if (desk.take().isEmpty()) {
          throw new AssertionError("no seat");
        }
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
