// kind: exit
// jdk: 17
// model: sc
// failure: exit 3
//
// IBM ConTest "Airline": selling agents stop when a shared "sales closed" flag is set by whoever
// sells the last ticket. Testing the flag and counting the sale are not one step, so agents sell
// more tickets than the plane has seats.
// Shows as: exit code 3 through System.exit, with the overbooking on stderr.
public final class Main {
  static final int SEATS = 60;

  static final class Flight {
    private int sold;
    private boolean closed;

    boolean sell(int agent) {
      if (closed) {
        return false;
      }
      int price = priceOf(agent);
      synchronized (this) {
        sold++;
        if (sold >= SEATS) {
          closed = true;
        }
      }
      return price >= 0;
    }

    synchronized int sold() {
      return sold;
    }

    private static int priceOf(int agent) {
      int fare = agent + 1;
      for (int i = 0; i < 80; i++) {
        fare = (fare * 17 + i) & 0xfff;
      }
      return fare;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Flight flight = new Flight();
    Thread[] agents = new Thread[4];
    for (int a = 0; a < agents.length; a++) {
      int id = a;
      agents[a] =
          new Thread(
              () -> {
                int mine = 0;
                while (flight.sell(id)) {
                  mine++;
                }
                if (mine > SEATS) {
                  throw new IllegalStateException("one agent sold " + mine);
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
    if (flight.sold() > SEATS) {
      System.err.println("overbooked: " + flight.sold() + " tickets for " + SEATS + " seats");
      System.exit(3);
    }
  }
}
