// kind: none
// jdk: 17
// model: pso
//
// Correct twin of completable-future-early-read: the value flows through the stages and main joins
// the
// last one; a failing stage is handled where it belongs.
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public final class Main {
  record Page(String title, int checksum) {}

  public static void main(String[] args) {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    int checksum = 0;
    for (int i = 0; i < 10; i++) {
      String url = "host-" + i;
      CompletableFuture<String> body = CompletableFuture.supplyAsync(() -> url + "/body", pool);
      CompletableFuture<Integer> ads =
          CompletableFuture.supplyAsync(() -> Integer.parseInt("none"), pool).exceptionally(e -> 1);
      CompletableFuture<Page> page =
          body.thenApplyAsync(text -> new Page(text, text.length()), pool)
              .thenCombine(ads, (p, a) -> new Page(p.title(), p.checksum() + a));
      checksum += page.join().checksum();
    }
    pool.shutdown();
    if (checksum != 120) {
      throw new AssertionError("checksum " + checksum);
    }
  }
}
