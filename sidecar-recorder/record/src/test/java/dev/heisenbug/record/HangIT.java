package dev.heisenbug.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heisenbug.formats.bundle.FailureKind;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HangIT {
  private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin/java");

  /** Each waits for the other's class in the frame of a method reference, which no stack shows. */
  private static final String INITIALISES =
      """
      public class Main {
        static void pause() { try { Thread.sleep(300); } catch (InterruptedException e) { } }
        static class A { static { pause(); B.touch(); } static void touch() { } }
        static class B { static { pause(); A.touch(); } static void touch() { } }
        public static void main(String[] args) {
          new Thread(A::touch).start();
          new Thread(B::touch).start();
          new Thread(B::touch).start();
        }
      }
      """;

  /** One of them asks for the other's class by name, in native code of the JDK. */
  private static final String INITIALISES_BY_NAME =
      """
      public class Main {
        static void pause() { try { Thread.sleep(300); } catch (InterruptedException e) { } }
        static class A { static { pause(); named("Main$B"); } static void touch() { } }
        static class B { static { pause(); A.touch(); } }
        static void named(String name) {
          try { Class.forName(name); } catch (ClassNotFoundException e) { throw new Error(e); }
        }
        public static void main(String[] args) {
          new Thread(() -> A.touch()).start();
          new Thread(() -> named("Main$B")).start();
        }
      }
      """;

  private static final String SPINS =
      """
      public class Main {
        static volatile boolean go;
        static boolean ready() { return go; }
        public static void main(String[] args) throws Exception {
          Thread t = new Thread(
              () -> {
                while (!ready()) {
                  Thread.onSpinWait();
                }
              });
          t.start();
          t.join();
        }
      }
      """;

  /** The interrupt ends a pause instead of the loop. */
  private static final String LOSES_AN_INTERRUPT =
      """
      import java.util.concurrent.*;
      public class Main {
        static final ConcurrentLinkedQueue<Integer> work = new ConcurrentLinkedQueue<>();
        static int done;
        static void pause() {
          try { Thread.sleep(2); } catch (InterruptedException e) { }
        }
        public static void main(String[] args) throws Exception {
          Thread t = new Thread(
              () -> {
                while (!Thread.currentThread().isInterrupted()) {
                  Integer i = work.poll();
                  if (i != null) {
                    done += i;
                  } else {
                    pause();
                  }
                }
              });
          t.start();
          while (t.getState() != Thread.State.TIMED_WAITING) { Thread.onSpinWait(); }
          t.interrupt();
          t.join();
        }
      }
      """;

  private static final String COMPUTES =
      """
      public class Main {
        static long sum = 1;
        static long work() {
          long v = sum;
          for (long i = 0; i < 9_000_000_000L; i++) {
            v = v * 31 + i;
          }
          return v;
        }
        public static void main(String[] args) throws Exception {
          Thread t = new Thread(() -> { sum = work(); });
          t.start();
          t.join();
          System.out.println(sum);
        }
      }
      """;

  /** A key that is never found and never missing: the root is its own child. */
  private static final String LOOPS_IN_MAP =
      """
      import java.util.*;
      public class Main {
        static TreeMap<Object, Integer> map = new TreeMap<>();
        public static void main(String[] args) throws Exception {
          for (int i = 0; i < 8; i++) { map.put(i, i); }
          var root = TreeMap.class.getDeclaredField("root");
          root.setAccessible(true);
          Object entry = root.get(map);
          for (String side : List.of("left", "right")) {
            var child = entry.getClass().getDeclaredField(side);
            child.setAccessible(true);
            child.set(entry, entry);
          }
          Thread t = new Thread(
              () -> {
                for (int i = 100; i < 200; i++) {
                  map.get(i);
                }
              });
          t.start();
          t.join();
        }
      }
      """;

  /** Looks up many keys, each of which is found at once. */
  private static final String LOOKS_UP =
      """
      import java.util.*;
      public class Main {
        static Map<Integer, Integer> map = new HashMap<>();
        public static void main(String[] args) throws Exception {
          for (int i = 0; i < 8; i++) { map.put(i, i); }
          Thread t = new Thread(
              () -> {
                for (long i = 0; i < 1_500_000_000L; i++) {
                  map.get((int) i & 7);
                }
              });
          t.start();
          t.join();
        }
      }
      """;

  private static final String LIVELOCKS_ONCE =
      """
      public class Main {
        static volatile int turn;
        static long rounds;
        static void play(int me, boolean once) {
          while (once || turn < 10) {
            if (turn % 2 == me) { turn = once ? 1 - me : turn + 1; }
            rounds++;
          }
        }
        public static void main(String[] args) throws Exception {
          boolean once = new java.io.File(args[0]).createNewFile();
          Thread t = new Thread(() -> play(0, once));
          t.start();
          play(1, once);
        }
      }
      """;

  /** One thread fails, and the other works on like a server. */
  private static final String GOES_ON =
      """
      public class Main {
        static volatile int requests;
        public static void main(String[] args) throws Exception {
          new Thread(() -> { throw new IllegalStateException("lost"); }).start();
          while (true) { Thread.sleep(5); requests++; System.currentTimeMillis(); }
        }
      }
      """;

  @TempDir Path temp;

  @Test
  void aProgramThatGoesOnBehindItsFailureHasFailed() throws Exception {
    RecordResult result = record(GOES_ON, options(2).untilFailure(3));
    assertThat(kind(result)).isEqualTo(FailureKind.EXCEPTION);
    assertThat(((RecordResult.Recorded) result).runs()).isEqualTo(1);
  }

  @Test
  void threadsThatWaitForEachOthersClassesHang() throws Exception {
    assertThat(kind(record(INITIALISES, options(2)))).isEqualTo(FailureKind.HANG);
  }

  @Test
  void threadsThatAskForEachOthersClassesByNameHang() throws Exception {
    assertThat(kind(record(INITIALISES_BY_NAME, options(2)))).isEqualTo(FailureKind.HANG);
  }

  @Test
  void aLoopThatOnlyAnotherThreadCanEndIsAHang() throws Exception {
    assertThat(kind(record(SPINS, options(2)))).isEqualTo(FailureKind.HANG);
  }

  @Test
  void aLoopOfPausesInAnotherMethodIsAHang() throws Exception {
    assertThat(kind(record(LOSES_AN_INTERRUPT, options(2)))).isEqualTo(FailureKind.HANG);
  }

  @Test
  void aLongComputationIsNone() throws Exception {
    assertThat(kind(record(COMPUTES, options(1)))).isNull();
  }

  @Test
  void aRingInAMapIsAHang() throws Exception {
    assertThat(
            kind(record(LOOPS_IN_MAP, options(1), "--add-opens=java.base/java.util=ALL-UNNAMED")))
        .isEqualTo(FailureKind.HANG);
  }

  @Test
  void manyKeysThatAreFoundAreNone() throws Exception {
    assertThat(kind(record(LOOKS_UP, options(1)))).isNull();
  }

  @Test
  void aRunThatGoesRoundHungIfAnotherOneEnds() throws Exception {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    RecordResult result =
        record(LIVELOCKS_ONCE, options(5).untilFailure(9).withLimits(0, 40), said);
    assertThat(kind(result)).isEqualTo(FailureKind.HANG);
    assertThat(((RecordResult.Recorded) result).manifest().failure().signature())
        .startsWith("hang:Main.play:");
    assertThat(said.toString(StandardCharsets.UTF_8))
        .contains("run 1 has been going for 30 s (main, Thread-0 going round in Main.play)")
        .contains("run 1 of 9 was still going after")
        .contains("run 2 of 9 did not fail");
  }

  private static FailureKind kind(RecordResult result) {
    RecordResult.Recorded recorded = (RecordResult.Recorded) result;
    return recorded.failed() ? recorded.manifest().failure().kind() : null;
  }

  private RecordOptions options(int hang) {
    return RecordOptions.standard(temp.resolve("out")).withHangSeconds(hang);
  }

  private RecordResult record(String source, RecordOptions options, String... flags)
      throws Exception {
    return record(source, options, new ByteArrayOutputStream(), flags);
  }

  private RecordResult record(
      String source, RecordOptions options, ByteArrayOutputStream said, String... flags)
      throws Exception {
    List<String> command = new ArrayList<>(Programs.command(JAVA, Programs.compile(temp, source)));
    command.addAll(1, List.of(flags));
    command.add(temp.resolve("once").toString());
    return new RecordRunner(options, command, new PrintStream(said, true)).run();
  }
}
