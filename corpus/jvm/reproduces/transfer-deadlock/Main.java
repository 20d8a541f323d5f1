// kind: deadlock
// jdk: 17
// model: sc
//
// The textbook lock-order deadlock: transfer() locks the source account and then the target. Two
// opposite transfers at the same time each hold what the other needs.
// Shows as: deadlock, a cycle of two monitors that ThreadMXBean reports.
public final class Main {
  static final class Account {
    private long cents;
    private long audit;

    Account(long cents) {
      this.cents = cents;
    }

    void transfer(Account target, long amount) {
      synchronized (this) {
        audit = sign(amount);
        synchronized (target) {
          cents -= amount;
          target.cents += amount;
        }
      }
    }

    private static long sign(long amount) {
      long signature = amount;
      for (int i = 0; i < 300; i++) {
        signature = signature * 6364136223846793005L + 1442695040888963407L;
      }
      return signature;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Account savings = new Account(10_000);
    Account checking = new Account(10_000);
    Thread deposit =
        new Thread(
            () -> {
              for (int i = 0; i < 40; i++) {
                checking.transfer(savings, 5);
              }
            },
            "deposit");
    Thread withdrawal =
        new Thread(
            () -> {
              for (int i = 0; i < 40; i++) {
                savings.transfer(checking, 5);
              }
            },
            "withdrawal");
    deposit.start();
    withdrawal.start();
    deposit.join();
    withdrawal.join();
    System.out.println(savings.cents + checking.cents + (savings.audit & 0));
  }
}
