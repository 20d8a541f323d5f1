import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Prints in which order a server of two threads met requests that were sent side by side. */
public final class Main {
  private static final int REQUESTS = 4;
  private static final List<String> ORDER = new ArrayList<>();

  public static void main(String[] args) throws Exception {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    HttpServer server = HttpServer.create(any, 0);
    ExecutorService pool = Executors.newFixedThreadPool(2);
    server.setExecutor(pool);
    server.createContext(
        "/",
        exchange -> {
          synchronized (ORDER) {
            ORDER.add(exchange.getRequestURI().getPath());
          }
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    server.start();
    HttpClient client = HttpClient.newHttpClient();
    String root = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    List<CompletableFuture<?>> answers = new ArrayList<>();
    for (int i = 0; i < REQUESTS; i++) {
      HttpRequest request = HttpRequest.newBuilder(URI.create(root + i)).build();
      answers.add(client.sendAsync(request, HttpResponse.BodyHandlers.discarding()));
    }
    for (CompletableFuture<?> answer : answers) {
      answer.get();
    }
    synchronized (ORDER) {
      System.out.println(ORDER);
    }
    System.exit(0);
  }
}
