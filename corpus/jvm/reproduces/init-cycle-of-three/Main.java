// kind: hang
// jdk: 17
// model: sc
//
// Three classes need each other in their static initialisers, in a ring. Whoever begins alone gets
// through; three threads that begin one each wait for each other's class for ever.
// Shows as: the pool's threads never finish, and main waits for the first of them.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class Main {
  static volatile long sink;

  static class Currency {
    static final int ID;

    static {
      load();
      ID = Account.base() + 1;
    }

    static int base() {
      return 10;
    }
  }

  static class Account {
    static final int ID;

    static {
      load();
      ID = Branch.base() + 1;
    }

    static int base() {
      return 20;
    }
  }

  static class Branch {
    static final int ID;

    static {
      load();
      ID = Currency.base() + 1;
    }

    static int base() {
      return 30;
    }
  }

  static void load() {
    long sum = 0;
    for (int i = 0; i < 2000; i++) {
      sum += i * 31L;
    }
    sink = sum;
  }

  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(3);
    Future<Integer> currency = pool.submit(() -> Currency.ID);
    Future<Integer> account = pool.submit(() -> Account.ID);
    Future<Integer> branch = pool.submit(() -> Branch.ID);
    System.out.println(currency.get() + account.get() + branch.get());
    pool.shutdown();
  }
}
