import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Exchanger;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import java.util.concurrent.ThreadLocalRandom;

/** Prints what a JVM does differently from run to run: the same program has to be the same run. */
public final class Main {
  static final class Key {}

  enum Colour {
    RED,
    GREEN,
    BLUE,
    WHITE,
    BLACK
  }

  /** Has a method of its own in place of {@code Thread.run}. */
  static final class Own extends Thread {
    @Override
    public void run() {
      identity("own thread");
      say("own random", ThreadLocalRandom.current().nextInt());
    }
  }

  interface Shape {}

  record Round(int r) implements Shape {}

  private static final List<String> LINES = new CopyOnWriteArrayList<>();

  private static synchronized void say(String what, Object value) {
    LINES.add(what + "=" + value);
  }

  public static void main(String[] args) throws Exception {
    identity("main");
    Thread[] threads = new Thread[3];
    for (int i = 0; i < threads.length; i++) {
      String name = "worker" + i;
      threads[i] = new Thread(() -> identity(name), name);
      threads[i].start();
    }
    Thread own = new Own();
    own.start();
    own.join();
    for (Thread t : threads) {
      t.join();
    }
    say("ids", threads[0].getId() + " " + new Thread(() -> {}).getName());
    reflection();
    immutable();
    randoms();
    pools();
    say("property", System.getProperty("jdk.virtualThreadScheduler.parallelism"));
    say("properties", digest(new TreeMap<>(System.getProperties())));
    say("property order", digest(System.getProperties().keySet()));
    say("environment order", digest(System.getenv().keySet()));
    LINES.forEach(System.out::println);
  }

  private static void identity(String who) {
    Map<Object, Integer> keys = new HashMap<>();
    for (int i = 0; i < 40; i++) {
      keys.put(new Key(), i);
    }
    say(who + " objects", keys.values());
    Map<Class<?>, String> classes = new HashMap<>();
    for (Class<?> c :
        List.of(
            Round.class,
            Shape.class,
            Key.class,
            Main.class,
            String.class,
            Map.class,
            Random.class,
            ConcurrentSkipListMap.class,
            Exchanger.class,
            Phaser.class,
            java.util.zip.CRC32.class,
            java.net.URI.class)) {
      classes.put(c, c.getSimpleName());
    }
    say(who + " classes", classes.values());
    Set<Colour> colours = new HashSet<>(List.of(Colour.values()));
    say(who + " enums", colours);
    Map<Object, Integer> concurrent = new ConcurrentHashMap<>();
    Map<Object, Integer> identity = new IdentityHashMap<>();
    Map<Object, Integer> weak = new WeakHashMap<>();
    List<Object> kept = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      Object key = new Object();
      kept.add(key);
      concurrent.put(key, i);
      identity.put(key, i);
      weak.put(key, i);
    }
    say(who + " tables", concurrent.values() + " " + identity.values() + " " + weak.values());
    say(
        who + " loaders",
        new HashSet<>(
                List.of(
                    ClassLoader.getSystemClassLoader(),
                    ClassLoader.getPlatformClassLoader(),
                    Thread.currentThread().getThreadGroup(),
                    Main.class.getProtectionDomain()))
            .stream().map(o -> o.getClass().getSimpleName() + o.hashCode()).toList());
    say(
        who + " hash",
        Thread.currentThread().hashCode()
            + " "
            + Main.class.hashCode()
            + " "
            + Object.class.hashCode());
  }

  private static void reflection() {
    for (Class<?> c :
        List.of(Collections.class, Main.class, Round.class, Thread.class, java.text.Format.class)) {
      say("methods of " + c.getSimpleName(), digest(names(c.getDeclaredMethods())));
      say("public methods of " + c.getSimpleName(), digest(names(c.getMethods())));
      say("constructors of " + c.getSimpleName(), digest(List.of(c.getDeclaredConstructors())));
      List<String> fields = new ArrayList<>();
      for (Field f : c.getDeclaredFields()) {
        fields.add(f.getName());
      }
      say("fields of " + c.getSimpleName(), digest(fields));
      say("members of " + c.getSimpleName(), digest(List.of(c.getDeclaredClasses())));
    }
  }

  private static List<String> names(Method[] methods) {
    List<String> names = new ArrayList<>();
    for (Method m : methods) {
      names.add(m.toString());
    }
    return names;
  }

  private static void immutable() {
    say("set", Set.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
    say("two", Set.of("a", "b"));
    say("map", Map.of("a", 1, "b", 2, "c", 3, "d", 4, "e", 5));
    say("copy", Set.copyOf(List.of("x", "y", "z", "u", "v", "w")));
  }

  private static void randoms() throws Exception {
    say("random", new Random().nextInt() + " " + Math.random());
    say(
        "local random",
        ThreadLocalRandom.current().nextInt()
            + " "
            + ThreadLocalRandom.current().nextInt(100)
            + " "
            + ThreadLocalRandom.current().nextBoolean());
    say("splittable", new SplittableRandom().nextLong());
    List<Integer> list = new ArrayList<>(List.of(1, 2, 3, 4, 5, 6, 7, 8));
    Collections.shuffle(list);
    say("shuffle", list);
    say(
        "times",
        System.currentTimeMillis()
            + " "
            + System.nanoTime()
            + " "
            + new Date().getTime()
            + " "
            + Instant.now()
            + " "
            + LocalDateTime.now());
    say("calendar", Calendar.getInstance().getTimeInMillis());
  }

  private static void pools() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    List<Future<String>> futures = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      futures.add(pool.submit(() -> Thread.currentThread().getName()));
    }
    List<String> results = new ArrayList<>();
    for (Future<String> f : futures) {
      results.add(f.get());
    }
    say("pool", results);
    pool.shutdown();
    say("common", CompletableFuture.supplyAsync(() -> new Object().hashCode()).get());
    if (Runtime.version().feature() >= 21) {
      Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
      Thread v =
          (Thread)
              start.invoke(
                  null,
                  (Runnable)
                      () -> {
                        say("virtual", new Object().hashCode());
                        try {
                          Thread.sleep(5);
                        } catch (InterruptedException e) {
                          throw new IllegalStateException(e);
                        }
                        say("virtual later", new Object().hashCode());
                      });
      Thread w =
          (Thread)
              start.invoke(
                  null,
                  (Runnable)
                      () -> {
                        say("virtual two", new Object().hashCode());
                        Thread.yield();
                        say("virtual two later", new Object().hashCode());
                      });
      v.join();
      w.join();
    }
  }

  private static String digest(Object o) {
    return Integer.toHexString(o.toString().hashCode());
  }
}
