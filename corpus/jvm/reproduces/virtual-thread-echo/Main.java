// kind: exception
// jdk: 21
// model: sc
// failure: java.lang.IllegalStateException
//
// A server answers each connection in a virtual thread of its own and counts requests in a plain
// field. Two connections read the same count, and one request is lost.
// Shows as: uncaught IllegalStateException in main, fewer requests were counted than answered.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public final class Main {
  static final int CLIENTS = 4;
  static final int REQUESTS = 5;
  static int answered;

  public static void main(String[] args) throws Exception {
    ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread acceptor = Thread.ofVirtual().start(() -> accept(server));
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> talks = new ArrayList<>();
      for (int c = 0; c < CLIENTS; c++) {
        talks.add(clients.submit(() -> talk(server.getLocalPort())));
      }
      for (Future<?> talk : talks) {
        talk.get();
      }
    }
    server.close();
    acceptor.join();
    if (answered != CLIENTS * REQUESTS) {
      throw new IllegalStateException(answered + " of " + CLIENTS * REQUESTS + " requests");
    }
  }

  static void accept(ServerSocket server) {
    try {
      while (true) {
        Socket connection = server.accept();
        Thread.startVirtualThread(() -> answer(connection));
      }
    } catch (IOException e) {
      // The server was closed.
    }
  }

  static void answer(Socket connection) {
    try (connection;
        BufferedReader in = reader(connection);
        PrintWriter out = new PrintWriter(connection.getOutputStream(), true)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        answered++;
        out.println("echo " + line);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Void talk(int port) throws IOException {
    try (Socket connection = new Socket(InetAddress.getLoopbackAddress(), port);
        BufferedReader in = reader(connection);
        PrintWriter out = new PrintWriter(connection.getOutputStream(), true)) {
      for (int i = 0; i < REQUESTS; i++) {
        out.println(i);
        if (!in.readLine().equals("echo " + i)) {
          throw new AssertionError("not my answer");
        }
      }
    }
    return null;
  }

  static BufferedReader reader(Socket connection) throws IOException {
    return new BufferedReader(new InputStreamReader(connection.getInputStream()));
  }
}
