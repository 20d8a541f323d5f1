import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Prints what a JVM does differently from run to run: the same program has to be the same run. */
public final class Main {
  static final class Key {}

  public static void main(String[] args) throws Exception {
    List<String> names = new ArrayList<>();
    for (var method : Class.forName("java.util.Collections").getDeclaredMethods()) {
      names.add(method.getName());
    }
    System.out.println(names);
    Map<Key, Integer> byIdentity = new HashMap<>();
    for (int i = 0; i < 40; i++) {
      byIdentity.put(new Key(), i);
    }
    System.out.println(byIdentity.values());
    System.out.println(System.getProperty("jdk.virtualThreadScheduler.parallelism"));
    Thread thread = new Thread(() -> byIdentity.clear());
    thread.start();
    thread.join();
  }
}
