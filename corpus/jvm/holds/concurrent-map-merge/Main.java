// kind: none
// jdk: 17
// model: pso
//
// Correct twin of concurrent-map-compound: counting with merge and creating with computeIfAbsent,
// both
// atomic for their key.
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

public final class Main {
  static final String[] TEXT = {"to", "be", "or", "not", "to", "be"};

  public static void main(String[] args) throws InterruptedException {
    ConcurrentMap<String, Integer> counts = new ConcurrentHashMap<>();
    ConcurrentMap<String, AtomicInteger> cells = new ConcurrentHashMap<>();
    Thread[] readers = new Thread[2];
    for (int r = 0; r < readers.length; r++) {
      readers[r] =
          new Thread(
              () -> {
                for (int i = 0; i < 40; i++) {
                  String word = TEXT[i % TEXT.length];
                  counts.merge(word, 1, Integer::sum);
                  cells.computeIfAbsent(word, key -> new AtomicInteger()).incrementAndGet();
                }
              },
              "reader-" + r);
      readers[r].start();
    }
    for (Thread reader : readers) {
      reader.join();
    }
    int total = counts.values().stream().mapToInt(Integer::intValue).sum();
    int cellTotal = cells.values().stream().mapToInt(AtomicInteger::get).sum();
    if (total != 80 || cellTotal != 80) {
      throw new AssertionError(total + " and " + cellTotal);
    }
  }
}
