// kind: hang
// jdk: 17
// model: sc
//
// Deadlock in static initialisers: Currency needs Country and Country needs Currency. Initialised
// from
// one thread this works; from two threads at once each holds its own class initialisation lock.
// Shows as: hang, both threads wait inside class initialisation, which ThreadMXBean does not
// report.
import java.util.concurrent.CyclicBarrier;

public final class Main {
  static final class Currency {
    static final int TABLE = digest(11);
    static final String DEFAULT = Country.capital() + " pound";

    static String code() {
      return "GBP" + TABLE;
    }
  }

  static final class Country {
    static final int TABLE = digest(13);
    static final String MONEY = Currency.code();

    static String capital() {
      return "London" + TABLE;
    }
  }

  static int digest(int seed) {
    int value = seed;
    for (int i = 0; i < 30_000; i++) {
      value = (value * 31 + i) & 0xffff;
    }
    return value;
  }

  public static void main(String[] args) throws InterruptedException {
    CyclicBarrier start = new CyclicBarrier(2);
    Thread prices = new Thread(() -> use(start, true), "prices");
    Thread addresses = new Thread(() -> use(start, false), "addresses");
    prices.start();
    addresses.start();
    prices.join();
    addresses.join();
  }

  private static void use(CyclicBarrier start, boolean money) {
    try {
      start.await();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    String text = money ? Currency.code() : Country.capital();
    if (text.isEmpty()) {
      throw new IllegalStateException("no name");
    }
  }
}
