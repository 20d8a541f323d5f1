// kind: none
// jdk: 17
// model: pso
//
// Correct twin of airline and virtual-thread-quota: a seat is taken by compare-and-set, so the test
// and the sale are one step.
import java.util.concurrent.atomic.AtomicInteger;

public final class Main {
  static final int SEATS = 60;

  static final class Flight {
    private final AtomicInteger sold = new AtomicInteger();

    boolean sell() {
      int before = sold.get();
      while (before < SEATS) {
        if (sold.compareAndSet(before, before + 1)) {
          return true;
        }
        before = sold.get();
      }
      return false;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Flight flight = new Flight();
    AtomicInteger tickets = new AtomicInteger();
    Thread[] agents = new Thread[4];
    for (int a = 0; a < agents.length; a++) {
      agents[a] =
          new Thread(
              () -> {
                while (flight.sell()) {
                  tickets.incrementAndGet();
                }
              },
              "agent-" + a);
    }
    for (Thread agent : agents) {
      agent.start();
    }
    for (Thread agent : agents) {
      agent.join();
    }
    if (tickets.get() != SEATS) {
      System.exit(3);
    }
  }
}
