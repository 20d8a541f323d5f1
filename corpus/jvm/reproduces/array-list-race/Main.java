// kind: exception
// jdk: 17
// model: sc
// failure: java.lang.ArrayIndexOutOfBoundsException
// failure: java.lang.IllegalStateException
//
// A race inside java.util.ArrayList: request threads append to one audit trail without a lock. Two
// adds may use the same slot, or one may store past an array that the other has just replaced.
// Shows as: uncaught ArrayIndexOutOfBoundsException in a request thread, or IllegalStateException
// in
// main when entries are missing.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

public final class Main {
  record Entry(int user, int action) {}

  static final class AuditTrail {
    private final List<Entry> entries = new ArrayList<>();

    void add(Entry entry) {
      entries.add(entry);
    }

    int size() {
      return entries.size();
    }
  }

  static final int ACTIONS = 400;

  public static void main(String[] args) throws InterruptedException {
    AuditTrail trail = new AuditTrail();
    CountDownLatch start = new CountDownLatch(1);
    Thread[] requests = new Thread[2];
    for (int r = 0; r < requests.length; r++) {
      int user = r;
      requests[r] =
          new Thread(
              () -> {
                awaitStart(start);
                for (int action = 0; action < ACTIONS; action++) {
                  trail.add(new Entry(user, action));
                }
              },
              "request-" + r);
      requests[r].start();
    }
    start.countDown();
    for (Thread request : requests) {
      request.join();
    }
    if (trail.size() != requests.length * ACTIONS) {
      throw new IllegalStateException("audit trail has " + trail.size() + " entries");
    }
  }

  private static void awaitStart(CountDownLatch start) {
    try {
      start.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
