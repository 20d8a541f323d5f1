// kind: assertion
// jdk: 17
// model: sc
// failure: java.lang.AssertionError
//
// ThreadLocal misuse in a pool: an administrator's request sets the role of its worker thread and
// never clears it. Whether a later guest request gets that worker depends on scheduling alone.
// Shows as: uncaught AssertionError in main, a guest was served with the role "admin".
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public final class Main {
  static final class Server {
    private final ThreadLocal<String> role = ThreadLocal.withInitial(() -> "guest");
    private final ExecutorService workers = Executors.newFixedThreadPool(2);

    Future<String> login() {
      return workers.submit(
          () -> {
            role.set("admin");
            return role.get();
          });
    }

    Future<String> browse() {
      Callable<String> request = role::get;
      return workers.submit(request);
    }
  }

  public static void main(String[] args) throws Exception {
    Server server = new Server();
    // Two workers: the one that is started for the guest request has no role yet, unless the worker
    // of the administrator is done first and takes the guest's request from the queue.
    Future<String> admin = server.login();
    Future<String> guest = server.browse();
    Future<String> second = server.browse();
    server.workers.shutdown();
    String seen = admin.get() + "/" + guest.get() + "/" + second.get();
    if (seen.endsWith("/admin")) {
      throw new AssertionError("roles " + seen);
    }
  }
}
