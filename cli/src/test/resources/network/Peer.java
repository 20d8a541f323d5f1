import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** The other processes: clients of whatever server tells its port, or a server of its own. */
public class Peer {
  private static final int CLIENTS = 2;

  public static void main(String[] args) throws Exception {
    if (args[0].equals("server")) {
      serve(args[1]);
      return;
    }
    int port = 0;
    while (true) {
      port = Meeting.next(args[1], port);
      int to = port;
      Thread[] clients = new Thread[CLIENTS];
      for (int i = 0; i < CLIENTS; i++) {
        clients[i] = new Thread(() -> talk(args[0], to));
        clients[i].start();
      }
      for (Thread client : clients) {
        client.join();
      }
    }
  }

  private static void talk(String kind, int port) {
    try {
      if (kind.equals("http")) {
        get(port);
        get(port);
      } else {
        lines(port);
      }
    } catch (IOException e) {
      // The server has ended.
    }
  }

  private static void lines(int port) throws IOException {
    try (Socket s = new Socket("127.0.0.1", port)) {
      BufferedReader in = new BufferedReader(new InputStreamReader(s.getInputStream()));
      OutputStream out = s.getOutputStream();
      for (int i = 0; i < 2; i++) {
        out.write("5\n".getBytes(StandardCharsets.US_ASCII));
        in.readLine();
      }
    }
  }

  private static void get(int port) throws IOException {
    URI uri = URI.create("http://127.0.0.1:" + port + "/buy");
    HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
    connection.getInputStream().readAllBytes();
  }

  /** Answers each line with a number. */
  private static void serve(String file) throws IOException {
    try (ServerSocket server = new ServerSocket(0)) {
      Meeting.tell(file, server.getLocalPort());
      while (true) {
        Socket s = server.accept();
        new Thread(() -> answer(s)).start();
      }
    }
  }

  private static void answer(Socket s) {
    try (s) {
      BufferedReader in = new BufferedReader(new InputStreamReader(s.getInputStream()));
      while (in.readLine() != null) {
        s.getOutputStream().write("7\n".getBytes(StandardCharsets.US_ASCII));
      }
    } catch (IOException e) {
      // The program has ended.
    }
  }
}
