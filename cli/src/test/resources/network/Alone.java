import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Talks to nobody but itself. */
public class Alone {
  public static void main(String[] args) throws Exception {
    try (ServerSocket server = new ServerSocket(0)) {
      Thread client = new Thread(() -> call(server.getLocalPort()));
      client.start();
      for (int i = 0; i < 20; i++) {
        try (Socket s = server.accept()) {
          s.getOutputStream().write(s.getInputStream().read());
        }
      }
      client.join();
    }
  }

  private static void call(int port) {
    for (int i = 0; i < 20; i++) {
      try (Socket s = new Socket(InetAddress.getLoopbackAddress(), port)) {
        s.getOutputStream().write(i);
        if (s.getInputStream().read() != i) {
          throw new IllegalStateException("another answer");
        }
      } catch (java.io.IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
