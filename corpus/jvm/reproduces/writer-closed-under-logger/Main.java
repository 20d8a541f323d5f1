// kind: exception
// jdk: 17
// model: sc
// failure: java.io.UncheckedIOException
//
// A stream is closed while another thread is about to write to it: the logger looks at the flag,
// then writes; the flag is set and the stream closed in between.
// Shows as: uncaught UncheckedIOException (stream closed) in the logger thread.
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

public final class Main {
  static final class Logger implements Runnable {
    private final BufferedWriter out = new BufferedWriter(new StringWriter());
    private volatile boolean closed;
    private int lines;

    @Override
    public void run() {
      try {
        while (!closed) {
          out.write("line " + lines++);
          out.newLine();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    void close() throws IOException {
      closed = true;
      out.close();
    }
  }

  public static void main(String[] args) throws Exception {
    Logger logger = new Logger();
    Thread thread = new Thread(logger, "logger");
    thread.start();
    Thread.sleep(20);
    logger.close();
    thread.join();
  }
}
