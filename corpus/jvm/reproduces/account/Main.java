// kind: assertion
// jdk: 17
// model: sc
// failure: java.lang.AssertionError
//
// IBM ConTest "Account": a transfer locks only the account the money leaves. The balance of the
// receiving account is read and written without its lock, so two concurrent transfers lose money.
// Shows as: uncaught AssertionError in main, the total of all accounts has changed.
public final class Main {
  static final class Account {
    private int balance;
    private int lastReference;

    Account(int balance) {
      this.balance = balance;
    }

    synchronized void transferTo(Account other, int amount) {
      balance -= amount;
      int before = other.balance;
      lastReference = reference(before, amount);
      other.balance = before + amount;
    }

    synchronized int balance() {
      return balance;
    }

    private static int reference(int balance, int amount) {
      int digits = balance;
      for (int step = 0; step < 40; step++) {
        digits = (digits * 10 + amount) % 9973;
      }
      return digits;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Account[] accounts = new Account[3];
    for (int i = 0; i < accounts.length; i++) {
      accounts[i] = new Account(1000);
    }
    Thread[] tellers = new Thread[accounts.length];
    for (int t = 0; t < tellers.length; t++) {
      Account from = accounts[t];
      Account to = accounts[(t + 1) % accounts.length];
      tellers[t] =
          new Thread(
              () -> {
                for (int i = 0; i < 200; i++) {
                  from.transferTo(to, 1 + i % 5);
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
      total += account.balance();
    }
    if (total != 3000) {
      throw new AssertionError(
          "total is " + total + ", last transfer " + accounts[0].lastReference);
    }
  }
}
