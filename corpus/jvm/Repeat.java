import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs the main method of one compiled program many times in this JVM, each time with classes of
 * its own: {@code java Repeat.java 500 CLASSES}. Far cheaper than fresh JVMs, and with code that is
 * compiled by the end, so it complements them for the programs that must never fail.
 */
final class Repeat {
  public static void main(String[] args) throws Exception {
    int runs = Integer.parseInt(args[0]);
    URL[] classes = {Path.of(args[1]).toUri().toURL()};
    AtomicInteger failed = new AtomicInteger();
    Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> count(failed, failure));
    for (int i = 0; i < runs; i++) {
      try (URLClassLoader loader = new URLClassLoader(classes)) {
        Class<?> program = loader.loadClass("Main");
        program.getMethod("main", String[].class).invoke(null, (Object) new String[0]);
      } catch (InvocationTargetException e) {
        count(failed, e.getCause());
      }
    }
    System.err.println(failed.get() + " of " + runs + " runs failed");
    // Programs may leave daemon and pool threads behind.
    System.exit(failed.get() == 0 ? 0 : 1);
  }

  private static void count(AtomicInteger failed, Throwable failure) {
    failed.incrementAndGet();
    failure.printStackTrace();
  }
}
