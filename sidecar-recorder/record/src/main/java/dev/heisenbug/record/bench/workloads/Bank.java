package dev.heisenbug.record.bench.workloads;

/** Lock-heavy: two threads move money between accounts under nested locks. */
record Bank(int transfers) implements Workload {
  private static final class Account {
    int balance = 1000;
    int moves;
  }

  @Override
  public long run() throws InterruptedException {
    Account[] accounts = new Account[64];
    for (int i = 0; i < accounts.length; i++) {
      accounts[i] = new Account();
    }
    Thread other = new Thread(() -> move(accounts, 7));
    other.start();
    move(accounts, 3);
    other.join();
    long total = 0;
    for (Account account : accounts) {
      total += account.balance + account.moves;
    }
    return total;
  }

  private void move(Account[] accounts, int seed) {
    int x = seed;
    for (int i = 0; i < transfers / 2; i++) {
      x = x * 1103515245 + 12345;
      int from = x >>> 8 & 63;
      int to = x >>> 16 & 63;
      if (from != to) {
        transfer(accounts[Math.min(from, to)], accounts[Math.max(from, to)], x >>> 24);
      }
    }
  }

  private static void transfer(Account first, Account second, int amount) {
    synchronized (first) {
      synchronized (second) {
        if (first.balance >= amount) {
          first.balance -= amount;
          second.balance += amount;
        } else {
          first.balance += amount;
          second.balance -= amount;
        }
        first.moves++;
      }
    }
  }

  @Override
  public long branches() {
    return transfers * 3L;
  }
}
