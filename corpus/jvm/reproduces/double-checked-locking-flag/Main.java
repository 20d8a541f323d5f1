// kind: exception
// jdk: 17
// model: sc
// failure: java.lang.NullPointerException
//
// Double-checked locking with a separate flag, set before the object is ready: the unlocked first
// test of another thread passes while the routes are still being built.
// Shows as: uncaught NullPointerException in a request thread that finds no routes.
import java.util.HashMap;
import java.util.Map;

public final class Main {
  static final class Router {
    private volatile boolean loaded;
    private volatile Map<Integer, Integer> routes;

    int route(int path) {
      if (!loaded) {
        synchronized (this) {
          if (!loaded) {
            loaded = true;
            routes = load();
          }
        }
      }
      return routes.getOrDefault(path, 404);
    }

    private static Map<Integer, Integer> load() {
      Map<Integer, Integer> table = new HashMap<>();
      for (int i = 0; i < 20; i++) {
        table.put(i * 17, i);
      }
      return table;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Router[] routers = new Router[12];
    for (int i = 0; i < routers.length; i++) {
      routers[i] = new Router();
    }
    Thread[] requests = new Thread[2];
    for (int r = 0; r < requests.length; r++) {
      requests[r] =
          new Thread(
              () -> {
                for (Router router : routers) {
                  router.route(34);
                }
              },
              "request-" + r);
    }
    for (Thread request : requests) {
      request.start();
    }
    for (Thread request : requests) {
      request.join();
    }
  }
}
