// kind: exit
// jdk: 17
// model: sc
// failure: exit 42
//
// An event bus keeps its handlers in a Collections.synchronizedList, but iterates over it without
// holding it, while another task subscribes and unsubscribes with try-with-resources.
// Shows as: ConcurrentModificationException in a task, caught from its Future; exit code 42.
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;

public final class Main {
  interface Handler {
    void on(String topic, int payload);
  }

  static final class Bus {
    private final Map<String, List<Handler>> handlers = new ConcurrentHashMap<>();

    AutoCloseable subscribe(String topic, Handler handler) {
      List<Handler> list =
          handlers.computeIfAbsent(topic, t -> Collections.synchronizedList(new ArrayList<>()));
      list.add(handler);
      return () -> list.remove(handler);
    }

    void publish(String topic, int payload) {
      for (Handler handler : handlers.getOrDefault(topic, List.of())) {
        handler.on(topic, payload);
      }
    }
  }

  private static Void publish(Bus bus) {
    for (int i = 0; i < 50; i++) {
      bus.publish("orders", i);
    }
    return null;
  }

  private static Void listen(Bus bus) throws Exception {
    for (int i = 0; i < 50; i++) {
      Handler counter =
          new Handler() {
            private int count;

            @Override
            public void on(String topic, int payload) {
              count++;
            }
          };
      try (AutoCloseable subscription = bus.subscribe("orders", counter)) {
        bus.publish("other", subscription.hashCode());
      }
    }
    return null;
  }

  public static void main(String[] args) throws InterruptedException {
    Bus bus = new Bus();
    bus.subscribe("orders", (topic, payload) -> {});
    bus.subscribe("orders", (topic, payload) -> {});
    ScheduledExecutorService pool = Executors.newScheduledThreadPool(2);
    Future<Void> publisher = pool.submit(() -> publish(bus));
    Future<Void> listener = pool.submit(() -> listen(bus));
    int status = 0;
    try {
      publisher.get();
      listener.get();
    } catch (ExecutionException e) {
      System.err.println("failed: " + e.getCause());
      status = 42;
    }
    pool.shutdownNow();
    System.exit(status);
  }
}
