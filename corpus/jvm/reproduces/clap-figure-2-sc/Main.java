// kind: assertion
// jdk: 17
// model: sc
// failure: java.lang.AssertionError
//
// CLAP figure 2, first assertion: two threads update two balances, each choosing its branch by what
// the other has written so far. Some interleaving of the four writes leaves the two unequal.
// Shows as: uncaught AssertionError in main, x != y once both threads are done.
import java.util.concurrent.atomic.AtomicInteger;

public final class Main {
  static final class Ledger {
    private int x;
    private int y;
    private int journal;

    void first() {
      int a = x;
      x = 1;
      journal = seal(journal);
      if (y > 0) {
        y = a + 1;
        journal = seal(journal);
        x = a + 1;
      } else {
        y = 0;
        x = 0;
      }
    }

    void second() {
      int b = y;
      y = 2;
      journal = seal(journal);
      if (x > 0) {
        x = b + 2;
        journal = seal(journal);
        y = b + 2;
      } else {
        x = 1;
        y = 1;
      }
    }

    private static int seal(int journal) {
      int digest = journal;
      for (int i = 0; i < 150; i++) {
        digest = digest * 31 + i;
      }
      return digest;
    }

    void check(int day) {
      if (x != y) {
        throw new AssertionError("day " + day + ": x " + x + " y " + y);
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Ledger[] days = new Ledger[300];
    for (int day = 0; day < days.length; day++) {
      days[day] = new Ledger();
    }
    AtomicInteger arrived = new AtomicInteger();
    Thread first =
        new Thread(
            () -> {
              await(arrived);
              for (Ledger day : days) {
                day.first();
              }
            },
            "first");
    Thread second =
        new Thread(
            () -> {
              await(arrived);
              for (int day = days.length - 1; day >= 0; day--) {
                days[day].second();
              }
            },
            "second");
    first.start();
    second.start();
    first.join();
    second.join();
    for (int day = 0; day < days.length; day++) {
      days[day].check(day);
    }
  }

  /** Waits for both threads by polling, because a parked thread would wake up too late to race. */
  private static void await(AtomicInteger arrived) {
    arrived.incrementAndGet();
    while (arrived.get() < 2) {
      Thread.yield();
    }
  }
}
