// kind: assertion
// jdk: 21
// model: sc
// failure: java.lang.AssertionError
//
// Virtual threads file events by user. Map and lists are safe each by itself, but a list that is
// missing is made and put in two steps: of two lists made at the same time one is lost with what
// was added to it.
// Shows as: AssertionError, events are missing.
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

public final class Main {
  private static final int USERS = 50;
  private static final int THREADS = 4;
  private static final Map<String, List<String>> BY_USER = new ConcurrentHashMap<>();

  private static void file(String user, String event) {
    List<String> events = BY_USER.get(user);
    if (events == null) {
      events = Collections.synchronizedList(new ArrayList<>());
      BY_USER.put(user, events);
    }
    events.add(event);
  }

  public static void main(String[] args) throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < THREADS; t++) {
      threads.add(
          Thread.ofVirtual()
              .unstarted(
                  () -> {
                    for (int i = 0; i < USERS; i++) {
                      file("user-" + i, "login");
                    }
                  }));
    }
    threads.forEach(Thread::start);
    for (Thread t : threads) {
      t.join();
    }
    int filed = 0;
    for (List<String> events : BY_USER.values()) {
      filed += events.size();
    }
    if (filed != USERS * THREADS) {
      throw new AssertionError("filed " + filed + " of " + USERS * THREADS);
    }
  }
}
