package dev.heisenbug.control.rt;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Sets one controlled run up from its settings and starts it. */
public final class Control {
  private static final long LOG_LIMIT = 2L << 30;
  private static Map<String, String> settings;

  private Control() {}

  /** Opens the files of the run; called before anything is woven. */
  public static void prepare(Map<String, String> values) throws IOException {
    settings = values;
    Buffers.model(values.getOrDefault("model", "sc"));
    String dir = values.get("dir");
    if (Boolean.parseBoolean(values.getOrDefault("trace", "false"))) {
      Trace.open(new ByteSink(new FileOutputStream(dir + "/run.log"), LOG_LIMIT));
      Defs.open(new ByteSink(new FileOutputStream(dir + "/defs.log"), LOG_LIMIT));
    }
    String recording = values.get("recording");
    if (recording != null) {
      Recorded.open(
          Path.of(recording), Boolean.parseBoolean(values.getOrDefault("compare", "false")));
    }
    if (values.containsKey("network")) {
      Ghosts.open(Path.of(values.get("network")));
    }
    if (values.containsKey("start.nanos")) {
      VirtualClock.begin(
          Long.parseLong(values.get("start.nanos")), Long.parseLong(values.get("start.millis")));
    }
    if ("steady".equals(values.get("clock"))) {
      VirtualClock.beSteady();
    }
    Hashes.beginWith(Integer.parseInt(values.getOrDefault("hashes", "0")));
    Mismatches.stopThreads("stop".equals(values.get("mismatch")));
    Stale.expectHang(Boolean.parseBoolean(values.getOrDefault("expect.hang", "false")));
    Outcome.open(dir + "/outcome.tsv", expected(values));
  }

  private static Expected expected(Map<String, String> values) {
    String frames = values.getOrDefault("expect.frames", "");
    return new Expected(
        values.get("expect.exception"),
        frames.isEmpty() ? new String[0] : frames.split(" "),
        values.get("expect.exit"));
  }

  /** What is to be done last, when the outcome is written already. */
  public static void atEnd(Runnable task) {
    Outcome.atEnd(task);
  }

  /** Takes control: from here on the calling thread is thread 0 and holds the baton. */
  public static void begin() throws IOException {
    Sched s = Ctl.SCHED;
    s.policy = policy();
    CThread main = s.register("0", Thread.currentThread(), Recorded.of("0"));
    Trace.thread(main);
    main.arrived = true;
    main.os = OsThread.current();
    main.stopAt = Integer.MAX_VALUE;
    Watchdog.prepare(main.os);
    Waker.begin();
    AfterHooks.register();
    Buffers.show(main);
    s.current = main;
    s.active = true;
    // Ends as soon as it sees no control, so it must not look earlier.
    new Watchdog(s, Long.parseLong(settings.getOrDefault("timeout", "60000"))).start();
    Ctl.arm(main);
    main.begun = true;
    Salts.begin(main);
    Hashes.begin(main);
    main.recorded.begin(main);
    s.policy.arm(s, main);
  }

  private static Watch watch() throws IOException {
    String file = settings.get("watch");
    return file == null ? null : Watch.begin(Files.readAllLines(Path.of(file)));
  }

  private static Policy policy() throws IOException {
    Policy after;
    Watch watch = watch();
    long seed = Long.parseLong(settings.getOrDefault("seed", "1"));
    int length = Integer.parseInt(settings.getOrDefault("length", "1000"));
    switch (settings.getOrDefault("policy", "free")) {
      case "random":
        after = new RandomPolicy(seed, length);
        break;
      case "priority":
        after = new PriorityPolicy(seed, length, watch);
        break;
      case "wander":
        after = new WanderPolicy(seed);
        break;
      case "clock":
        after = new ClockPolicy();
        break;
      case "paced":
        after = new PacedPolicy();
        break;
      default:
        after = new FreePolicy();
        break;
    }
    // What follows a plan or the clocks is no matter of chance, nor is then which stores are late.
    if (Buffers.on() && !(after instanceof ClockPolicy || after instanceof FreePolicy)) {
      after = new DelayPolicy(seed, length, after, watch);
    }
    String plan = settings.get("plan");
    if (plan == null) {
      return after;
    }
    return new PlanPolicy(
        Plan.of(Files.readAllLines(Path.of(plan))),
        Boolean.parseBoolean(settings.getOrDefault("strict", "false")),
        after);
  }
}
