// kind: exception
// jdk: 17
// model: sc
// failure: java.lang.ArrayIndexOutOfBoundsException
// failure: java.lang.StringIndexOutOfBoundsException
// failure: java.lang.IllegalStateException
//
// A race inside java.lang.StringBuilder: two appenders share one log line buffer. The length is
// read,
// the characters are copied and the length is written back, so appends overwrite each other or run
// past an array the other thread has replaced.
// Shows as: uncaught (Array|String)IndexOutOfBoundsException in an appender, or
// IllegalStateException
// in main when characters are missing.
public final class Main {
  static final int LINES = 300;
  static final String LINE = "GET /index 200;";

  static final class LogBuffer {
    private final StringBuilder text = new StringBuilder();

    void append(String line) {
      text.append(line);
    }

    int length() {
      return text.length();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    LogBuffer buffer = new LogBuffer();
    Thread[] appenders = new Thread[2];
    for (int a = 0; a < appenders.length; a++) {
      appenders[a] =
          new Thread(
              () -> {
                for (int i = 0; i < LINES; i++) {
                  buffer.append(LINE);
                }
              },
              "appender-" + a);
    }
    for (Thread appender : appenders) {
      appender.start();
    }
    for (Thread appender : appenders) {
      appender.join();
    }
    int expected = appenders.length * LINES * LINE.length();
    if (buffer.length() != expected) {
      throw new IllegalStateException("log has " + buffer.length() + " of " + expected + " chars");
    }
  }
}
