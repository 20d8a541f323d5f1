import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where a program and the processes that talk to it find out about ports. */
final class Meeting {
  private Meeting() {}

  static void tell(String file, int port) {
    try {
      Files.writeString(Path.of(file), port + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A port other than the last one that was told, once there is one. */
  static int next(String file, int last) throws InterruptedException {
    while (true) {
      int port = port(file);
      if (port != 0 && port != last) {
        return port;
      }
      Thread.sleep(5);
    }
  }

  private static int port(String file) {
    try {
      String text = Files.readString(Path.of(file));
      return text.endsWith("\n") ? Integer.parseInt(text.trim()) : 0;
    } catch (IOException notYet) {
      return 0;
    }
  }
}
