import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Two threads ask a server and add up its answers. */
public class Caller {
  private static int total;

  public static void main(String[] args) throws Exception {
    int port = Integer.parseInt(args[0]);
    Thread[] threads = new Thread[2];
    for (int i = 0; i < threads.length; i++) {
      threads[i] = new Thread(() -> ask(port));
      threads[i].start();
    }
    for (Thread t : threads) {
      t.join();
    }
    if (total != 28) {
      System.exit(5);
    }
  }

  private static void ask(int port) {
    try (Socket s = new Socket("127.0.0.1", port)) {
      BufferedReader in = new BufferedReader(new InputStreamReader(s.getInputStream()));
      for (int i = 0; i < 2; i++) {
        s.getOutputStream().write("more\n".getBytes(StandardCharsets.US_ASCII));
        int answer = Integer.parseInt(in.readLine());
        int before = total;
        Thread.sleep(2);
        total = before + answer;
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
