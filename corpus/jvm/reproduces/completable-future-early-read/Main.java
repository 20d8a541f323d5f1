// kind: exception
// jdk: 17
// model: sc
// failure: java.lang.NullPointerException
//
// A CompletableFuture pipeline is awaited at the wrong stage: main joins the download but reads
// what
// the dependent stage (rendering, on another pool thread) is still going to store.
// Shows as: uncaught NullPointerException in main on a page that is not rendered yet.
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public final class Main {
  record Page(String title, int checksum) {}

  static final class Browser {
    private volatile Page page;

    CompletableFuture<String> open(String url, ExecutorService pool) {
      CompletableFuture<String> download = CompletableFuture.supplyAsync(() -> url + "/body", pool);
      download.thenAcceptAsync(this::render, pool);
      return download;
    }

    private void render(String body) {
      page = new Page(body, body.length() * 31);
    }
  }

  public static void main(String[] args) {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    try {
      int checksum = 0;
      for (int i = 0; i < 3; i++) {
        Browser browser = new Browser();
        CompletableFuture<String> download = browser.open("host-" + i, pool);
        int length = download.join().length();
        checksum += layout(length) + browser.page.checksum();
      }
      System.out.println("checksum " + checksum);
    } finally {
      pool.shutdown();
    }
  }

  private static int layout(int length) {
    int height = length;
    for (int i = 0; i < 60_000; i++) {
      height = (height * 3 + i) & 0x3ff;
    }
    return height;
  }
}
