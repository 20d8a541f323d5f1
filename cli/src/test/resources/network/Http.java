import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A shop with one thing and a pool: it looks whether there is one left, and then sells it. */
public class Http {
  private static final CountDownLatch SERVED = new CountDownLatch(4);
  private static volatile int stock = 1;

  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    HttpServer server = HttpServer.create(any, 0);
    server.setExecutor(pool);
    server.createContext("/buy", Http::buy);
    server.start();
    Meeting.tell(args[0], server.getAddress().getPort());
    SERVED.await();
    server.stop(0);
    pool.shutdown();
    if (stock < 0) {
      throw new IllegalStateException("sold " + -stock + " that was not there");
    }
  }

  private static void buy(HttpExchange exchange) throws IOException {
    try (exchange) {
      int left = stock;
      if (left > 0) {
        pause();
        stock = stock - 1;
      }
      byte[] answer = (left > 0 ? "sold" : "sold out").getBytes();
      exchange.sendResponseHeaders(200, answer.length);
      exchange.getResponseBody().write(answer);
    } finally {
      SERVED.countDown();
    }
  }

  private static void pause() {
    try {
      Thread.sleep(2);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
