import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Waits for an answer that never comes if the thread that should give it is stopped. */
public final class Main {
  public static void main(String[] args) throws Exception {
    InetAddress here = InetAddress.getLoopbackAddress();
    try (ServerSocket server = new ServerSocket(0, 1, here)) {
      new Thread(() -> answer(server)).start();
      try (Socket socket = new Socket(here, server.getLocalPort())) {
        System.out.println(socket.getInputStream().read());
      }
    }
  }

  private static void answer(ServerSocket server) {
    int value = value(server);
    try (Socket socket = server.accept()) {
      socket.getOutputStream().write(value);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static int value(ServerSocket server) {
    return server.isBound() ? 1 : 2;
  }
}
