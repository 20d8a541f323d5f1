// kind: exception
// jdk: 17
// model: sc
// failure: java.util.ConcurrentModificationException
//
// Iterating while another thread modifies: an event bus calls its listeners with a for-each loop
// while
// a component registers a new one. ArrayList's iterator notices.
// Shows as: uncaught ConcurrentModificationException in the publisher thread.
import java.util.ArrayList;
import java.util.List;

public final class Main {
  interface Listener {
    int onEvent(int event);
  }

  static final class EventBus {
    private final List<Listener> listeners = new ArrayList<>();

    synchronized void register(Listener listener) {
      listeners.add(listener);
    }

    synchronized void unregister(Listener listener) {
      listeners.remove(listener);
    }

    int publish(int event) {
      int handled = 0;
      for (Listener listener : listeners) {
        handled += listener.onEvent(event);
      }
      return handled;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    EventBus bus = new EventBus();
    for (int i = 0; i < 8; i++) {
      int factor = i;
      bus.register(event -> event * factor);
    }
    Thread publisher =
        new Thread(
            () -> {
              int handled = 0;
              for (int event = 0; event < 500; event++) {
                handled += bus.publish(event);
              }
              System.out.println("handled " + handled);
            },
            "publisher");
    publisher.start();
    for (int i = 0; i < 200; i++) {
      Listener listener = event -> event + 1;
      bus.register(listener);
      bus.unregister(listener);
    }
    publisher.join();
  }
}
