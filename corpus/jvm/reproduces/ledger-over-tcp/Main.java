// kind: exit
// jdk: 17
// model: sc
// failure: exit 2
//
// A server thread per connection withdraws from one balance without a lock, for clients that talk to
// it over TCP in the same process: between the check and the write another server thread writes too.
// Shows as: exit status 2 from main, what the clients got and the balance do not add up.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

public final class Main {
  private static final int CLIENTS = 2;
  private static int balance = 100;

  private static final class Line {
    final BufferedReader in;
    final PrintWriter out;

    Line(Socket socket) throws IOException {
      in = new BufferedReader(new InputStreamReader(socket.getInputStream()));
      out = new PrintWriter(socket.getOutputStream(), true);
    }
  }

  private static void accept(ServerSocket server) {
    try {
      for (int i = 0; i < CLIENTS; i++) {
        Socket socket = server.accept();
        new Thread(() -> serve(socket)).start();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void serve(Socket socket) {
    try (socket) {
      Line line = new Line(socket);
      for (String request = line.in.readLine(); request != null; request = line.in.readLine()) {
        int amount = Integer.parseInt(request);
        if (balance >= amount) {
          int before = balance;
          balance = before - amount;
          line.out.println("granted");
        } else {
          line.out.println("refused");
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int withdraw(int port) {
    int got = 0;
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      Line line = new Line(socket);
      for (int i = 0; i < 5; i++) {
        line.out.println(10);
        if (line.in.readLine().equals("granted")) {
          got += 10;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return got;
  }

  public static void main(String[] args) throws Exception {
    ServerSocket server = new ServerSocket(0, CLIENTS, InetAddress.getLoopbackAddress());
    new Thread(() -> accept(server)).start();
    int[] got = new int[CLIENTS];
    Thread[] clients = new Thread[CLIENTS];
    for (int i = 0; i < CLIENTS; i++) {
      int me = i;
      clients[i] = new Thread(() -> got[me] = withdraw(server.getLocalPort()));
      clients[i].start();
    }
    int paid = 0;
    for (int i = 0; i < CLIENTS; i++) {
      clients[i].join();
      paid += got[i];
    }
    if (paid + balance != 100) {
      System.exit(2);
    }
  }
}
