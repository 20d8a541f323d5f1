import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Lets the JDK draw as many identity hashes as it is told, then prints what hang on further ones.
 */
public final class Main {
  private static final class Key {}

  public static void main(String[] args) {
    for (int i = 0; i < Integer.parseInt(args[0]); i++) {
      // Inside the JDK, whose calls leave no points.
      Objects.toString(new Key());
    }
    System.out.println(order(new HashMap<>()));
    Objects.toString(args[0].equals("0") ? "none" : new Key());
    System.out.println(order(new IdentityHashMap<>()));
    Objects.toString(args[0].equals("0") ? "none" : new Key());
    System.out.println(order(new ConcurrentHashMap<>()));
    Objects.toString(args[0].equals("0") ? "none" : new Key());
    Key monitor = new Key();
    synchronized (monitor) {
      System.out.println(monitor.hashCode() % 97);
    }
    Objects.toString(args[0].equals("0") ? "none" : new Key());
    System.out.println(new Key().hashCode() + " " + Objects.hashCode(new Key()));
  }

  private static String order(Map<Object, Integer> map) {
    for (int i = 0; i < 20; i++) {
      map.put(new Key(), i);
    }
    return map.values().toString();
  }
}
