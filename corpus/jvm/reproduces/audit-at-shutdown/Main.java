// kind: exit
// jdk: 17
// model: sc
// failure: exit 9
//
// Two meters add to one ledger without a lock, and nobody looks at it before the program ends. The
// audit is a shutdown hook, which ends the JVM with a status of its own when entries are missing.
// Shows as: exit code 9 from Runtime.halt in the hook.
public final class Main {
  private static final int ENTRIES = 2000;

  private static final class Ledger {
    private long total;
    private int entries;

    void enter(long amount) {
      total += amount;
      entries++;
    }

    boolean complete() {
      return entries == 2 * ENTRIES && total == 3L * ENTRIES;
    }
  }

  public static void main(String[] args) {
    Ledger ledger = new Ledger();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> audit(ledger), "audit"));
    new Thread(() -> meter(ledger, 1), "meter-1").start();
    new Thread(() -> meter(ledger, 2), "meter-2").start();
  }

  private static void meter(Ledger ledger, long amount) {
    for (int i = 0; i < ENTRIES; i++) {
      ledger.enter(amount);
    }
  }

  private static void audit(Ledger ledger) {
    if (!ledger.complete()) {
      System.err.println("audit: entries are missing");
      Runtime.getRuntime().halt(9);
    }
  }
}
