// kind: exception
// jdk: 17
// model: sc
// failure: java.lang.NullPointerException
// failure: java.util.NoSuchElementException
//
// A race inside java.util.LinkedList: a dispatcher adds tickets at the tail while workers remove
// from
// the head without a lock. Unlinking a node that the other thread unlinks, too, follows null links.
// Shows as: uncaught NullPointerException (inside LinkedList, or on a ticket that is null) or
// NoSuchElementException in a worker thread.
import java.util.LinkedList;
import java.util.concurrent.CyclicBarrier;

public final class Main {
  record Ticket(int number, String topic) {}

  static final class HelpDesk {
    private final LinkedList<Ticket> tickets = new LinkedList<>();

    void open(Ticket ticket) {
      tickets.add(ticket);
    }

    int serveNext() {
      return tickets.removeFirst().number();
    }
  }

  static final int TICKETS = 300;

  public static void main(String[] args) throws InterruptedException {
    HelpDesk desk = new HelpDesk();
    for (int i = 0; i < 2 * TICKETS; i++) {
      desk.open(new Ticket(i, i % 2 == 0 ? "billing" : "login"));
    }
    CyclicBarrier opening = new CyclicBarrier(2);
    Thread[] clerks = new Thread[2];
    for (int c = 0; c < clerks.length; c++) {
      clerks[c] = new Thread(() -> serve(desk, opening), "clerk-" + c);
      clerks[c].start();
    }
    for (Thread clerk : clerks) {
      clerk.join();
    }
  }

  private static void serve(HelpDesk desk, CyclicBarrier opening) {
    try {
      opening.await();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    int last = -1;
    for (int i = 0; i < TICKETS; i++) {
      last = Math.max(last, desk.serveNext());
    }
    if (last < 0) {
      throw new IllegalStateException("nothing served");
    }
  }
}
