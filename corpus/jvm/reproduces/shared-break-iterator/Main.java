// kind: exit
// jdk: 17
// model: sc
// failure: exit 6
//
// A search index splits texts into words with one BreakIterator for all its threads. The iterator
// keeps text and position in a class behind java.text.
// Shows as: exit code 6, a text has another number of words.
import java.text.BreakIterator;
import java.util.Locale;

public final class Main {
  private static final BreakIterator WORDS = BreakIterator.getWordInstance(Locale.ROOT);

  private static volatile boolean wrong;

  private static int words(String text) {
    WORDS.setText(text);
    int words = 0;
    int from = WORDS.first();
    for (int to = WORDS.next(); to != BreakIterator.DONE; to = WORDS.next()) {
      if (Character.isLetter(text.charAt(from))) {
        words++;
      }
      from = to;
    }
    return words;
  }

  private static void index(String text, int expected) {
    for (int i = 0; i < 8; i++) {
      try {
        if (words(text) != expected) {
          wrong = true;
        }
      } catch (IndexOutOfBoundsException e) {
        wrong = true;
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread left = new Thread(() -> index("one two three", 3));
    Thread right = new Thread(() -> index("a short line of six words", 6));
    left.start();
    right.start();
    left.join();
    right.join();
    if (wrong) {
      System.exit(6);
    }
  }
}
