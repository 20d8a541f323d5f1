// kind: assertion
// jdk: 17
// model: sc
// failure: java.lang.AssertionError
//
// Compound operation on a ConcurrentHashMap: the word count is read with get and stored with put.
// Each
// call is atomic, the pair is not, so counts are lost.
// Shows as: uncaught AssertionError in main, words are missing from the count.
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;

public final class Main {
  static final class WordCount {
    private final ConcurrentMap<String, Integer> counts = new ConcurrentHashMap<>();

    void add(String word) {
      Integer count = counts.get(word);
      counts.put(word, count == null ? 1 : count + 1);
    }

    int total() {
      return counts.values().stream().mapToInt(Integer::intValue).sum();
    }
  }

  static final String[] TEXT = {"to", "be", "or", "not", "to", "be"};
  static final int REPEATS = 60;

  public static void main(String[] args) throws InterruptedException {
    WordCount words = new WordCount();
    CountDownLatch ready = new CountDownLatch(2);
    Thread[] readers = new Thread[2];
    for (int r = 0; r < readers.length; r++) {
      readers[r] = new Thread(() -> count(words, ready), "reader-" + r);
      readers[r].start();
    }
    for (Thread reader : readers) {
      reader.join();
    }
    if (words.total() != readers.length * REPEATS * TEXT.length) {
      throw new AssertionError("counted " + words.total() + " words");
    }
  }

  private static void count(WordCount words, CountDownLatch ready) {
    ready.countDown();
    try {
      ready.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    for (int i = 0; i < REPEATS; i++) {
      for (String word : TEXT) {
        words.add(word);
      }
    }
  }
}
