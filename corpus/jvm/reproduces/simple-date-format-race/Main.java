// kind: exception
// jdk: 17
// model: sc
// failure: java.lang.IllegalStateException
// failure: java.lang.NumberFormatException
// failure: java.lang.ArrayIndexOutOfBoundsException
// failure: java.lang.AssertionError
//
// A race inside java.text.SimpleDateFormat: a static formatter is shared by parser threads. parse()
// works on a calendar and a digit list kept in the formatter, so two calls mix their fields.
// Shows as: uncaught NumberFormatException, ArrayIndexOutOfBoundsException or ParseException
// (wrapped
// in IllegalStateException), or AssertionError for a date nobody asked for, in a parser thread.
import java.text.ParseException;
import java.text.SimpleDateFormat;
import java.util.Date;
import java.util.Locale;
import java.util.TimeZone;

public final class Main {
  static final SimpleDateFormat FORMAT = new SimpleDateFormat("yyyy-MM-dd", Locale.ROOT);

  public static void main(String[] args) throws InterruptedException {
    FORMAT.setTimeZone(TimeZone.getTimeZone("UTC"));
    Thread[] parsers = new Thread[2];
    for (int p = 0; p < parsers.length; p++) {
      String text = p == 0 ? "1970-01-02" : "1970-01-05";
      long expected = p == 0 ? 86_400_000L : 4 * 86_400_000L;
      parsers[p] = new Thread(() -> importOrders(text, expected), "parser-" + p);
    }
    for (Thread parser : parsers) {
      parser.start();
    }
    for (Thread parser : parsers) {
      parser.join();
    }
  }

  private static void importOrders(String text, long expected) {
    for (int i = 0; i < 30; i++) {
      Date date = parse(text);
      if (date.getTime() != expected) {
        throw new AssertionError(text + " became " + date.getTime());
      }
    }
  }

  private static Date parse(String text) {
    try {
      return FORMAT.parse(text);
    } catch (ParseException e) {
      throw new IllegalStateException(e);
    }
  }
}
