package dev.heisenbug.record;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.ToolProvider;

/** Small programs that fail in known ways, compiled for the oldest supported JDK. */
final class Programs {
  static final String THROWS =
      """
      public class Main {
        public static void main(String[] args) throws Exception {
          Thread t = new Thread(() -> { int[] a = new int[args.length]; a[3] = 1; }, "worker");
          t.start();
          t.join();
          System.out.println("done");
        }
      }
      """;

  static final String DEADLOCKS =
      """
      public class Main {
        static final Object A = new Object(), B = new Object();
        static void take(Object x, Object y) {
          synchronized (x) {
            try { Thread.sleep(200); } catch (InterruptedException e) { }
            synchronized (y) { System.out.println("lucky"); }
          }
        }
        public static void main(String[] args) throws Exception {
          Thread t = new Thread(() -> take(A, B));
          t.start();
          take(B, A);
        }
      }
      """;

  static final String RACES =
      """
      public class Main {
        static int n;
        public static void main(String[] args) throws Exception {
          Thread[] ts = new Thread[2];
          for (int i = 0; i < 2; i++) {
            ts[i] = new Thread(() -> { for (int k = 0; k < 40; k++) n++; });
            ts[i].start();
          }
          for (Thread t : ts) t.join();
          if (n != 80) System.exit(9);
        }
      }
      """;

  static final String FILLS_THE_HEAP =
      """
      public class Main {
        static Object[] last;
        public static void main(String[] args) {
          for (int size = 1 << 20; ; ) {
            try {
              for (;;) { last = new Object[] { last, new byte[size] }; }
            } catch (OutOfMemoryError e) {
              if (size < 64) { throw e; }
              size /= 2;
            }
          }
        }
      }
      """;

  static final String RUNS_ON =
      """
      public class Main {
        static int n;
        static void step(int i, Object own) {
          synchronized (own) { if ((i & 3) == 0) n++; else n += 2; }
        }
        static void run() { Object own = new Object(); for (int i = 0; ; i++) step(i, own); }
        public static void main(String[] args) throws Exception {
          new Thread(() -> run()).start();
          run();
        }
      }
      """;

  static final String COUNTS =
      """
      public class Main {
        static int n;
        static void run(java.nio.MappedByteBuffer counts, int thread) {
          Object own = new Object();
          for (long i = 1; ; i++) {
            synchronized (own) { if ((i & 3) == 0) n++; else n += 2; }
            counts.putLong(8 * thread, i);
          }
        }
        public static void main(String[] args) throws Exception {
          java.io.RandomAccessFile file = new java.io.RandomAccessFile(
              new java.io.File(System.getProperty("java.class.path"), "counts"), "rw");
          java.nio.MappedByteBuffer counts =
              file.getChannel().map(java.nio.channels.FileChannel.MapMode.READ_WRITE, 0, 16);
          new Thread(() -> run(counts, 1)).start();
          run(counts, 0);
        }
      }
      """;

  static final String LOOKS_AT_ITSELF =
      """
      public class Main {
        private static int depth(int n) { return n < 2 ? n : depth(n - 1) + depth(n - 2); }
        public static void main(String[] args) throws Exception {
          System.exit(Main.class.getDeclaredMethods().length == 2 && depth(20) == 6765 ? 7 : 8);
        }
      }
      """;

  static final String RUNS_LONG_THEN_FAILS =
      """
      public class Main {
        static int n;
        static synchronized void step(int i) { if ((i & 3) == 0) n++; else n += 2; }
        public static void main(String[] args) throws Exception {
          for (int i = 0; i < 10_000_000; i++) step(i);
          System.exit(n == 17_500_000 ? 7 : 8);
        }
      }
      """;

  static final String SLEEPS =
      """
      public class Main {
        public static void main(String[] args) throws Exception {
          new java.io.File(System.getProperty("java.class.path"), "awake").createNewFile();
          Thread.sleep(600_000);
        }
      }
      """;

  static final String WAITS_FOREVER =
      """
      public class Main {
        public static void main(String[] args) throws Exception {
          Thread t = new Thread(() -> {
            synchronized (Main.class) {
              try { Main.class.wait(); } catch (InterruptedException e) { }
            }
          });
          t.start();
          t.join();
        }
      }
      """;

  private Programs() {}

  static Path compile(Path folder, String source) throws IOException {
    Path file = Files.writeString(folder.resolve("Main.java"), source);
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null, null, null, "--release", "11", "-g", "-nowarn", "-d", folder + "", file + "");
    if (status != 0) {
      throw new IOException("the test program does not compile");
    }
    return folder;
  }

  static List<String> command(Path java, Path classes) {
    return List.of(java.toString(), "-cp", classes.toString(), "Main");
  }
}
