import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Adds up what clients bring, a thread for each connection, with a lock or without. */
public class Threads {
  private static final int CLIENTS = 2;
  private static final Object LOCK = new Object();
  private static int total;

  public static void main(String[] args) throws Exception {
    boolean locks = args.length > 1;
    Thread[] threads = new Thread[CLIENTS];
    try (ServerSocket server = new ServerSocket(0)) {
      Meeting.tell(args[0], server.getLocalPort());
      for (int i = 0; i < CLIENTS; i++) {
        Socket s = server.accept();
        threads[i] = new Thread(() -> serve(s, locks));
        threads[i].start();
      }
    }
    for (Thread t : threads) {
      t.join();
    }
    if (total != CLIENTS * 10) {
      System.exit(3);
    }
  }

  private static void serve(Socket s, boolean locks) {
    try (s) {
      BufferedReader in = new BufferedReader(new InputStreamReader(s.getInputStream()));
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        int brought = Integer.parseInt(line);
        if (locks) {
          synchronized (LOCK) {
            add(brought);
          }
        } else {
          add(brought);
        }
        s.getOutputStream().write("thanks\n".getBytes(StandardCharsets.US_ASCII));
      }
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void add(int brought) throws InterruptedException {
    int before = total;
    Thread.sleep(2);
    total = before + brought;
  }
}
