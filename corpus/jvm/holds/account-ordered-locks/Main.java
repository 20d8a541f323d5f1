// kind: none
// jdk: 17
// model: pso
//
// Correct twin of account and transfer-deadlock: both accounts are locked, always in the order of
// their numbers.
public final class Main {
  static final class Account {
    private final int number;
    private int balance = 1000;

    Account(int number) {
      this.number = number;
    }

    void transferTo(Account other, int amount) {
      Account first = number < other.number ? this : other;
      Account second = first == this ? other : this;
      synchronized (first) {
        synchronized (second) {
          balance -= amount;
          other.balance += amount;
        }
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Account[] accounts = {new Account(0), new Account(1), new Account(2)};
    Thread[] tellers = new Thread[3];
    for (int t = 0; t < tellers.length; t++) {
      Account from = accounts[t];
      Account to = accounts[(t + 1) % accounts.length];
      tellers[t] =
          new Thread(
              () -> {
                for (int i = 0; i < 100; i++) {
                  from.transferTo(to, i % 7);
                  to.transferTo(from, i % 3);
                }
              },
              "teller-" + t);
    }
    for (Thread teller : tellers) {
      teller.start();
    }
    for (Thread teller : tellers) {
      teller.join();
    }
    int total = 0;
    for (Account account : accounts) {
      total += account.balance;
    }
    if (total != 3000) {
      throw new AssertionError("total is " + total);
    }
  }
}
