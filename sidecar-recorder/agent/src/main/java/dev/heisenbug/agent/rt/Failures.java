package dev.heisenbug.agent.rt;

import dev.heisenbug.weave.stream.Causes;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Writes each failure to a file of its own, complete or not at all. */
public final class Failures {
  /** More failures than this are counted, not written: the first ones explain the run. */
  private static final int LIMIT = 50;

  private static final String RESERVE = "reserve.part";
  private static final String NOTE = "doing.txt";

  private static final AtomicInteger COUNT = new AtomicInteger();
  private static final AtomicInteger INTERNAL = new AtomicInteger();
  private static volatile String firstInternal;
  private static volatile File directory;

  /**
   * Let go when the heap is full, so that there is room to write that down; large enough to have
   * regions of its own in the heaps of G1 that can become full to the brim.
   */
  private static volatile byte[] room = new byte[1 << 20];

  private static volatile boolean ending;

  /** Whether there was a failure other than exceptions that handlers of their threads took. */
  private static volatile boolean failed;

  private Failures() {}

  /**
   * Also sets some room aside, so that a full disk does not lose the failure, and loads what it
   * takes to write one, for which a full heap has no room.
   */
  public static void open(File out) throws IOException {
    directory = out;
    write(new File(out, RESERVE), new byte[1 << 16]);
    described(Thread.currentThread(), new Throwable(), false).toString();
  }

  /** Called by the JDK's dispatch of uncaught exceptions. */
  public static void uncaught(Thread thread, Throwable thrown) {
    if (thrown instanceof OutOfMemoryError) {
      room = null;
    }
    try {
      exception(thread, thrown, false, hasHandler(thread) && !FailOn.matches(thrown));
    } catch (Throwable ignored) {
      internal(ignored);
    }
  }

  /** Whether the program has set a handler for this very thread, which the JVM calls next. */
  private static boolean hasHandler(Thread thread) {
    Thread.UncaughtExceptionHandler handler = thread.getUncaughtExceptionHandler();
    return handler != null && !(handler instanceof ThreadGroup);
  }

  /** Called where woven code catches an exception of a type that counts as a failure. */
  public static void caught(Throwable thrown) {
    try {
      if (FailOn.matches(thrown)) {
        exception(Thread.currentThread(), thrown, true, false);
      }
    } catch (Throwable ignored) {
      internal(ignored);
    }
  }

  private static void exception(Thread thread, Throwable thrown, boolean caught, boolean handled) {
    if (thrown instanceof ThreadDeath) {
      return;
    }
    failed |= !handled;
    Json json = described(thread, thrown, caught);
    write(handled ? json.raw("handled", "true") : json, thread);
  }

  private static Json described(Thread thread, Throwable thrown, boolean caught) {
    List<String> frames = Frames.of(Causes.frames(thrown));
    String kind = thrown instanceof AssertionError ? "assertion" : "exception";
    String type = thrown.getClass().getName();
    Json json = head(kind, thread, type + signature(frames));
    json.put("class", type).put("message", message(thrown)).raw("frames", Json.array(frames));
    return json.raw("caught", String.valueOf(caught));
  }

  /** Called when the program ends itself. */
  public static void exiting(int status, boolean halt) {
    ending = true;
    try {
      if (status != 0) {
        List<String> frames = Frames.of(new Throwable().getStackTrace());
        Json json = head("exit", Thread.currentThread(), status + signature(frames));
        json.put("status", status).raw("frames", Json.array(frames));
        failed = true;
        write(json, Thread.currentThread());
      }
      if (halt) {
        Session.finish("halt");
      }
    } catch (Throwable ignored) {
      internal(ignored);
    }
  }

  /** A deadlock or hang, with what every thread was doing. */
  static void stuck(String kind, String signature, String stacks) {
    failed = true;
    write(head(kind, null, signature).raw("threads", stacks), null);
  }

  /** Whether somebody else ends the program, which has not failed until now. */
  static boolean endedFromOutside() {
    return !ending && !failed;
  }

  /**
   * What threads were doing when the program was told to stop. That is a failure only if it was
   * stopped for getting nowhere, which a sealer may know and we do not.
   */
  static void stopped(String kind, String signature, String stacks) {
    try {
      replace("stopped.json", head(kind, null, signature).raw("threads", stacks).toString());
    } catch (IOException e) {
      internal(e);
    }
  }

  /** What the program is doing, for the runner's eyes alone. */
  static void note(String text) {
    File part = new File(directory, NOTE + ".part");
    try (FileOutputStream out = new FileOutputStream(part)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      return;
    }
    part.renameTo(new File(directory, NOTE));
  }

  private static String signature(List<String> frames) {
    return "@" + String.join("<", Frames.top(frames));
  }

  private static String message(Throwable thrown) {
    try {
      String message = thrown.getMessage();
      return message == null || message.length() < 500 ? message : message.substring(0, 500);
    } catch (RuntimeException unwilling) {
      return null;
    }
  }

  private static Json head(String kind, Thread thread, String signature) {
    Log log = thread == null ? null : Recorder.existing(thread);
    Json json = new Json().put("kind", kind).put("signature", kind + ":" + signature);
    json.put("clock", System.nanoTime()).put("millis", System.currentTimeMillis());
    json.put("thread", log == null ? 0 : log.serial);
    return json.put("threadName", thread == null ? null : thread.getName());
  }

  private static void write(Json json, Thread thread) {
    int number = COUNT.incrementAndGet();
    if (directory == null || number > LIMIT) {
      return;
    }
    Log log = thread == Thread.currentThread() ? Recorder.existing(thread) : null;
    if (log != null) {
      log.failure(number);
    }
    try {
      replace("failure-" + number + ".json", json.toString());
    } catch (IOException e) {
      internal(e);
    }
  }

  /** Writes a file beside its final place and renames it, with streams that no interrupt closes. */
  static void replace(String name, String content) throws IOException {
    File part = new File(directory, name + ".part");
    byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
    try {
      write(part, bytes);
    } catch (IOException full) {
      if (!new File(directory, RESERVE).delete()) {
        throw full;
      }
      write(part, bytes);
    }
    if (!part.renameTo(new File(directory, name))) {
      throw new IOException("cannot rename " + part);
    }
  }

  private static void write(File file, byte[] bytes) throws IOException {
    try (FileOutputStream out = new FileOutputStream(file)) {
      out.write(bytes);
      out.getFD().sync();
    }
  }

  static int count() {
    return COUNT.get();
  }

  /** A fault of the recorder itself: counted and named, never thrown into the program. */
  static void internal(Throwable fault) {
    if (INTERNAL.incrementAndGet() == 1) {
      firstInternal = fault.toString();
    }
  }

  static int internalFaults() {
    return INTERNAL.get();
  }

  static String firstInternalFault() {
    return firstInternal;
  }
}
