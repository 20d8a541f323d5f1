package dev.heisenbug.agent.rt;

import dev.heisenbug.agent.raw.Raw;
import dev.heisenbug.weave.stream.Codes;
import dev.heisenbug.weave.stream.ThreadRules;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** What woven code and the JDK's hooked methods call; lives on the bootstrap path. */
public final class Recorder {
  private static final int CACHED = 1 << 12;
  private static final Log[] CACHE = new Log[CACHED];
  private static final ConcurrentHashMap<Long, Log> LOGS = new ConcurrentHashMap<>();
  private static final AtomicInteger SERIALS = new AtomicInteger();

  private static volatile Store store;
  private static boolean clocks;
  private static boolean adaptive;
  private static volatile int truncatedFor;

  static {
    Arrays.fill(CACHE, new Log(-1, 0, null, false, false));
  }

  private Recorder() {}

  /** Starts recording; the calling thread is the program's main thread. */
  public static void open(Settings settings) throws IOException {
    clocks = settings.mode() == Settings.Mode.DEFAULT;
    adaptive = clocks && !settings.everyStamp();
    store = new Store(new File(settings.out(), "events.hbs"), settings.cap());
    register(Thread.currentThread(), 0, 0);
  }

  /** The current thread's log. */
  public static Log log() {
    Thread thread = Thread.currentThread();
    long tid = Raw.tid(thread);
    Log log = CACHE[(int) tid & CACHED - 1];
    return log.tid == tid ? log : find(thread, tid);
  }

  /** The current thread's log if it has been used lately, else null; never makes one. */
  static Log known() {
    long tid = Raw.tid(Thread.currentThread());
    Log log = CACHE[(int) tid & CACHED - 1];
    return log.tid == tid ? log : null;
  }

  private static Log find(Thread thread, long tid) {
    Log log = LOGS.get(tid);
    if (log == null) {
      log = register(thread, 0, 0);
    }
    CACHE[(int) tid & CACHED - 1] = log;
    return log;
  }

  private static Log register(Thread thread, int parent, int place) {
    long tid = Raw.tid(thread);
    Log log = new Log(tid, SERIALS.incrementAndGet(), store, clocks, adaptive);
    byte[] name = thread.getName().getBytes(StandardCharsets.UTF_8);
    boolean virtual = thread.getClass().getName().startsWith("java.lang.") && isVirtual(thread);
    log.virtual = virtual;
    int flags = (virtual ? Codes.VIRTUAL : 0) | (thread.isDaemon() ? Codes.DAEMON : 0);
    log.start(parent, place, flags, name.length > 200 ? Arrays.copyOf(name, 200) : name);
    LOGS.put(tid, log);
    Watchdog.watch(thread, log);
    return log;
  }

  private static boolean isVirtual(Thread thread) {
    return thread.getClass() != Thread.class && thread.getClass().getName().contains("Virtual");
  }

  /** A synchronisation operation of the current thread. */
  public static void sync(int kind) {
    log().sync(kind);
  }

  public static void clock() {
    log().clock();
  }

  /**
   * Something has passed a connection with another process: noted if the current thread is
   * recorded, which this does not make it.
   */
  static void network() {
    Log log = existing(Thread.currentThread());
    if (log != null) {
      log.network();
    }
  }

  public static int input(int value, int kind) {
    log().input(kind, value);
    return value;
  }

  public static long input(long value, int kind) {
    log().input(kind, value);
    return value;
  }

  public static double input(double value, int kind) {
    log().input(kind, Double.doubleToRawLongBits(value));
    return value;
  }

  /** The seed that {@code new Random()} is given instead of one of its own. */
  public static long seed(int kind) {
    return input(System.nanoTime() * 0x9E3779B97F4A7C15L ^ SERIALS.get(), kind);
  }

  /** The time that {@code new Date()} is given. */
  public static long time(int kind) {
    return input(System.currentTimeMillis(), kind);
  }

  public static UUID input(UUID value, int kind) {
    input(value.getMostSignificantBits(), kind);
    input(value.getLeastSignificantBits(), kind);
    return value;
  }

  public static Instant input(Instant value, int kind) {
    input(value.getEpochSecond(), kind);
    input(value.getNano(), kind);
    return value;
  }

  /**
   * Called inside {@code Thread.start} before the new thread runs. What a thread outside the tree
   * starts is outside, too, such as the timer of those that carry virtual threads.
   */
  public static void starting(Thread child) {
    try {
      if (store != null
          && ThreadRules.inTree(child)
          && ThreadRules.inTree(Thread.currentThread())) {
        Log parent = log();
        int place = ++parent.children;
        register(child, parent.serial, place);
        parent.child(place);
      }
    } catch (Throwable ignored) {
      Failures.internal(ignored);
    }
  }

  /** Called by a thread at its end. */
  public static void ended(Thread thread) {
    Log log = LOGS.remove(Raw.tid(thread));
    if (log != null) {
      log.ended();
      Watchdog.forget(log);
    }
  }

  /** Whether there is at most one thread of the program. */
  static boolean alone() {
    return LOGS.size() < 2;
  }

  static Log existing(Thread thread) {
    return LOGS.get(Raw.tid(thread));
  }

  static void truncated(int reason) {
    truncatedFor = reason;
  }

  static int truncatedFor() {
    return truncatedFor;
  }

  static long bytes() {
    Store current = store;
    return current == null ? 0 : current.bytes();
  }

  /** How long threads waited for room in the file. */
  static long growingNanos() {
    Store current = store;
    return current == null ? 0 : current.growingNanos();
  }

  static int threads() {
    return SERIALS.get();
  }
}
