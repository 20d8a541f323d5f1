package dev.heisenbug.agent.rt;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Notes what recording costs the process: what can be timed is timed here (weaving, growing the
 * file, the watchdog), and of the hooks what each call costs; whoever seals the recording knows how
 * often they were called. Only threads of the agent and class loading come here.
 */
public final class Overhead {
  private static final String FILE = "overhead.json";
  private static final int LONGEST_PAUSE = 10;
  private static final long NANOS_PER_TICK = 10_000_000;
  private static final AtomicLong WEAVING = new AtomicLong();

  private static final UnitCosts COSTS = new UnitCosts();

  private static File folder;
  private static int seconds;
  private static int next = 1;
  private static long watchingNanos;
  private static boolean frozen;

  private Overhead() {}

  static void open(File out) {
    folder = out;
  }

  /** A class was looked at; it had to wait so long for that. */
  public static void wove(long nanos) {
    WEAVING.addAndGet(nanos);
  }

  /**
   * The watchdog has looked, once a second. Where no more is recorded the figures must not go on
   * either, or a share of them would be too small.
   */
  static synchronized void looked(long nanos) {
    long before = System.nanoTime() - nanos;
    COSTS.measure();
    boolean over = Recorder.truncatedFor() != 0;
    if (++seconds >= next || over) {
      next = seconds + Math.min(LONGEST_PAUSE, seconds);
      write();
      frozen |= over && COSTS.known();
    }
    watchingNanos += System.nanoTime() - before;
  }

  /** The recording is closed. */
  static synchronized void last() {
    write();
  }

  private static void write() {
    if (frozen || !COSTS.known()) {
      return;
    }
    Json json = new Json().put("processNanos", processNanos()).put("weavingNanos", WEAVING.get());
    json.put("watchingNanos", watchingNanos).put("growingNanos", Recorder.growingNanos());
    json.put("pathPicos", COSTS.pathPicos()).put("eventPicos", COSTS.eventPicos());
    json.put("stampPicos", COSTS.stampPicos());
    File part = new File(folder, FILE + ".part");
    try (FileOutputStream out = new FileOutputStream(part)) {
      out.write(json.toString().getBytes(StandardCharsets.UTF_8));
    } catch (IOException full) {
      return; // the figures of the last time stay
    }
    part.renameTo(new File(folder, FILE));
  }

  /** Processor time of the whole process, as the system counts it; -1 where it does not tell. */
  private static long processNanos() {
    try {
      String stat = Files.readString(Path.of("/proc/self/stat"));
      String[] words = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      return (Long.parseLong(words[11]) + Long.parseLong(words[12])) * NANOS_PER_TICK;
    } catch (IOException | RuntimeException untold) {
      return -1;
    }
  }
}
