package dev.heisenbug.agent.rt;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** The recording as a whole: its opening and closing files and the list of woven classes. */
public final class Session {
  private static final AtomicBoolean FINISHED = new AtomicBoolean();
  private static final AtomicInteger WOVEN = new AtomicInteger();
  private static final AtomicInteger UNWOVEN = new AtomicInteger();
  private static FileOutputStream classes;
  private static FileChannel alive;

  private Session() {}

  /** Opens all files; after this the hooks may be installed. */
  public static void open(Settings settings, String retransformed) throws IOException {
    File out = settings.out();
    if (!out.isDirectory() && !out.mkdirs()) {
      throw new IOException("cannot create the folder " + out);
    }
    if (new File(out, "events.hbs").exists()) {
      throw new IOException("the folder " + out + " already has a recording");
    }
    if (settings.shared()) {
      // A sealer in another container has another user: it must be able to clear the folder.
      out.setWritable(true, false);
    }
    Failures.open(out);
    Overhead.open(out);
    lock(new File(out, "alive.lock"));
    classes = new FileOutputStream(new File(out, "classes.tsv"));
    FailOn.configure(settings.list("fail-on"));
    Json json = new Json().put("format", 1).put("pid", ProcessHandle.current().pid());
    json.put("startClock", System.nanoTime()).put("startMillis", System.currentTimeMillis());
    for (String key :
        new String[] {
          "java.home",
          "java.version",
          "java.vm.name",
          "java.vm.version",
          "sun.java.command",
          "user.dir",
          "os.arch"
        }) {
      json.put(key, System.getProperty(key));
    }
    json.put("java.class.path", LaunchInfo.classPath(System.getProperty("java.class.path")));
    Json options = new Json();
    for (Map.Entry<String, String> option : new TreeMap<>(settings.all()).entrySet()) {
      options.put(option.getKey(), option.getValue());
    }
    json.raw("options", options.toString()).put("hooks", retransformed);
    json.raw("argv", Json.array(LaunchInfo.argv())).raw("env", LaunchInfo.environment());
    Failures.replace("agent.json", json.toString());
    Recorder.open(settings);
    boolean shared = settings.shared();
    boolean notes = settings.notes();
    Runtime.getRuntime()
        .addShutdownHook(
            new AgentThread(
                "end",
                () -> {
                  if (shared) {
                    Watchdog.stopped();
                  } else if (notes) {
                    Watchdog.interrupted();
                  }
                  finish("exit");
                }));
    Watchdog.start(settings);
  }

  /**
   * Holds a lock as long as the process lives, however it dies: who may not see our process, such
   * as a sidecar container, may still try the lock. A file system without locks goes without.
   */
  private static void lock(File file) {
    try {
      alive = new RandomAccessFile(file, "rw").getChannel();
      alive.tryLock();
    } catch (IOException unsupported) {
      Failures.internal(unsupported);
    }
  }

  /** Notes a class that was woven, or why not, with the checksum of its original bytes. */
  public static void classSeen(String name, long crc, int length, String note) {
    (note.startsWith("!") ? UNWOVEN : WOVEN).incrementAndGet();
    byte[] line =
        (name + "\t" + Long.toHexString(crc) + "\t" + length + "\t" + note + "\n")
            .getBytes(StandardCharsets.UTF_8);
    try {
      classes.write(line);
    } catch (IOException e) {
      Failures.internal(e);
    }
  }

  /** Writes the closing file once; what is recorded after it still counts. */
  static void finish(String how) {
    if (FINISHED.compareAndSet(false, true)) {
      Json json = new Json().put("ended", how).put("endClock", System.nanoTime());
      json.put("bytes", Recorder.bytes()).put("threads", Recorder.threads());
      json.put("failures", Failures.count()).put("classes", WOVEN.get());
      json.put("classesNotWoven", UNWOVEN.get()).put("truncated", Recorder.truncatedFor());
      json.put("internalFaults", Failures.internalFaults());
      json.put("firstInternalFault", Failures.firstInternalFault());
      json.put("clockErrorNs", ClockError.measured());
      try {
        Overhead.last();
        Failures.replace("ended.json", json.toString());
      } catch (IOException e) {
        Failures.internal(e);
      }
    }
  }
}
