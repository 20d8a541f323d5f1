// kind: exception
// jdk: 17
// model: sc
// failure: java.lang.NullPointerException
// failure: java.util.NoSuchElementException
// failure: java.lang.IllegalStateException
//
// A race inside java.util.ArrayDeque: a connection pool keeps idle connections in an unsynchronised
// deque. Two borrowers may get the same connection, or poll a slot the other has just cleared.
// Shows as: uncaught NoSuchElementException or NullPointerException, or IllegalStateException "in
// use
// twice", in a borrower thread.
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicBoolean;

public final class Main {
  static final class Connection {
    private final AtomicBoolean inUse = new AtomicBoolean();

    void query() {
      if (!inUse.compareAndSet(false, true)) {
        throw new IllegalStateException("connection in use twice");
      }
      inUse.set(false);
    }
  }

  static final class ConnectionPool {
    private final ArrayDeque<Connection> idle = new ArrayDeque<>();

    ConnectionPool(int size) {
      for (int i = 0; i < size; i++) {
        idle.add(new Connection());
      }
    }

    void query() {
      Connection connection = idle.removeFirst();
      connection.query();
      idle.addLast(connection);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    ConnectionPool pool = new ConnectionPool(4);
    Thread[] borrowers = new Thread[2];
    for (int b = 0; b < borrowers.length; b++) {
      borrowers[b] =
          new Thread(
              () -> {
                for (int i = 0; i < 400; i++) {
                  pool.query();
                }
              },
              "borrower-" + b);
    }
    for (Thread borrower : borrowers) {
      borrower.start();
    }
    for (Thread borrower : borrowers) {
      borrower.join();
    }
  }
}
