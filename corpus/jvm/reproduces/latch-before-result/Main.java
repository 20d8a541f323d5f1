// kind: exception
// jdk: 17
// model: sc
// failure: java.lang.NullPointerException
//
// CountDownLatch misuse: the loader counts down when it has fetched the catalogue but before it
// stores it, so the waiting thread may be released too early.
// Shows as: uncaught NullPointerException in main on a catalogue that is not there.
import java.util.List;
import java.util.concurrent.CountDownLatch;

public final class Main {
  static final class Loader implements Runnable {
    private final CountDownLatch loaded = new CountDownLatch(1);
    private final int shop;
    private volatile List<String> catalogue;

    Loader(int shop) {
      this.shop = shop;
    }

    @Override
    public void run() {
      List<String> items = fetch();
      loaded.countDown();
      catalogue = items;
    }

    private List<String> fetch() {
      return shop % 2 == 0 ? List.of("lamp", "desk") : List.of("chair");
    }

    List<String> await() throws InterruptedException {
      loaded.await();
      return catalogue;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    int items = 0;
    for (int shop = 0; shop < 6; shop++) {
      Loader loader = new Loader(shop);
      Thread thread = new Thread(loader, "loader-" + shop);
      thread.start();
      items += loader.await().size();
      thread.join();
    }
    System.out.println(items + " items");
  }
}
