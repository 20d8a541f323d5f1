package dev.heisenbug.record;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How to record.
 *
 * @param out folder for the recordings
 * @param runs how often to try at most
 * @param untilFailure go on until a run fails, and keep only that one
 * @param tracing what the agent writes down
 * @param noise when schedule noise is allowed
 * @param seed chooses the noise
 * @param limits of a run
 */
public record RecordOptions(
    Path out,
    int runs,
    boolean untilFailure,
    Tracing tracing,
    Noise noise,
    long seed,
    Limits limits) {
  /** Inputs that are always recorded. */
  public static final String USUAL_INPUTS = "standard";

  /**
   * What the agent writes down.
   *
   * @param mode the agent's mode
   * @param clocks {@code sync}, {@code func}, {@code loop} or {@code both}
   * @param cap size limit of one recording, as {@code 512m}
   * @param failOn exception types that are failures even when caught
   * @param inputs {@code standard}, or {@code network} for what other processes send, too
   */
  public record Tracing(
      String mode,
      List<String> include,
      List<String> exclude,
      String clocks,
      String cap,
      List<String> failOn,
      String inputs) {
    static final Tracing STANDARD =
        new Tracing("default", List.of(), List.of(), "sync", "1g", List.of(), USUAL_INPUTS);

    Tracing withClocks(String value) {
      return new Tracing(mode, include, exclude, value, cap, failOn, inputs);
    }

    Tracing withCap(String value) {
      return new Tracing(mode, include, exclude, clocks, value, failOn, inputs);
    }

    Tracing withFailOn(List<String> types) {
      return new Tracing(mode, include, exclude, clocks, cap, types, inputs);
    }

    Tracing withInputs(String value) {
      return new Tracing(mode, include, exclude, clocks, cap, failOn, value);
    }
  }

  /**
   * When a run has taken too long.
   *
   * @param hangSeconds seconds without progress that count as a hang, 0 for never
   * @param overdue seconds after which a run that only goes round is a hang, 0 if other runs tell
   * @param timeout a run that takes longer is ended and counts as not failed; null for none
   */
  public record Limits(int hangSeconds, int overdue, Duration timeout) {
    static final Limits STANDARD = new Limits(10, 0, null);
  }

  /** When to disturb the schedule. */
  public enum Noise {
    OFF,
    /** In most runs, once a few natural ones have not failed. */
    AUTO,
    ALWAYS,
    /** Always, and plain stores are executed late and out of order. */
    WEAK;

    /** What the option's value means. */
    public static Noise of(String name) {
      try {
        return valueOf(name.toUpperCase(Locale.ROOT));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("--noise is off, auto, always or weak.", e);
      }
    }
  }

  /**
   * Says that recordings cannot be kept in a folder, and why; what failed elsewhere stays as is.
   */
  public static IOException explained(Path folder, FileSystemException e) {
    Path out = folder.toAbsolutePath();
    Path file = e.getFile() == null ? null : Path.of(e.getFile()).toAbsolutePath();
    boolean there = file != null && (file.startsWith(out) || out.startsWith(file));
    return there ? new IOException(cannotWrite(folder, e), e) : e;
  }

  private static String cannotWrite(Path folder, FileSystemException e) {
    return "recordings cannot be kept in %s (%s: %s); name another folder with --out."
        .formatted(
            folder,
            e.getFile(),
            e.getReason() == null ? e.getClass().getSimpleName() : e.getReason());
  }

  /** What {@code record} does without options. */
  public static RecordOptions standard(Path out) {
    return new RecordOptions(out, 1, false, Tracing.STANDARD, Noise.OFF, 1, Limits.STANDARD);
  }

  /** The same, until a run fails. */
  public RecordOptions untilFailure(int maximumRuns) {
    Duration limit = timeout() == null ? Duration.ofMinutes(2) : timeout();
    Limits limited = new Limits(hangSeconds(), overdue(), limit);
    return new RecordOptions(out, maximumRuns, true, tracing, Noise.AUTO, seed, limited);
  }

  /** The same with other clocks. */
  public RecordOptions withClocks(String value) {
    return withTracing(tracing.withClocks(value));
  }

  /** The same with other inputs: {@code standard} or {@code network}. */
  public RecordOptions withInputs(String value) {
    return withTracing(tracing.withInputs(inputs(value)));
  }

  /** What the option's value means. */
  public static String inputs(String value) {
    if (!List.of(USUAL_INPUTS, "network").contains(value)) {
      throw new IllegalArgumentException("--inputs is standard or network.");
    }
    return value;
  }

  RecordOptions withTracing(Tracing value) {
    return new RecordOptions(out, runs, untilFailure, value, noise, seed, limits);
  }

  /** The same with noise at other times. */
  public RecordOptions withNoise(Noise value) {
    return new RecordOptions(out, runs, untilFailure, tracing, value, seed, limits);
  }

  /** The same with another idea of a hang. */
  public RecordOptions withHangSeconds(int value) {
    return withLimits(new Limits(value, overdue(), timeout()));
  }

  /** The same with other noise. */
  public RecordOptions withSeed(long value) {
    return new RecordOptions(out, runs, untilFailure, tracing, noise, value, limits);
  }

  /** The same with other limits of a run, 0 for the usual ones. */
  public RecordOptions withLimits(int overdueSeconds, int timeoutSeconds) {
    Duration limit = timeoutSeconds == 0 ? timeout() : Duration.ofSeconds(timeoutSeconds);
    return withLimits(new Limits(hangSeconds(), overdueSeconds, limit));
  }

  private RecordOptions withLimits(Limits value) {
    return new RecordOptions(out, runs, untilFailure, tracing, noise, seed, value);
  }

  int hangSeconds() {
    return limits.hangSeconds();
  }

  int overdue() {
    return limits.overdue();
  }

  Duration timeout() {
    return limits.timeout();
  }

  /** With {@link Noise#AUTO}, the first runs that are left alone. */
  private int natural() {
    return Math.max(3, runs / 10);
  }

  /** Seed of the noise in the given run, counted from 0; 0 is no noise. */
  long noiseSeed(int run) {
    boolean noisy =
        switch (noise) {
          case OFF -> false;
          case ALWAYS, WEAK -> true;
          case AUTO -> run >= natural() && (run - natural()) % 4 != 3;
        };
    return noisy ? seed * 1_000_003 + run + 1 : 0;
  }

  /**
   * Seed of late stores in the given run; 0 is none. They come late, and in every second run only,
   * for most failures need no weak memory.
   */
  long delaySeed(int run) {
    boolean late =
        noise == Noise.WEAK
            || noise == Noise.AUTO && run >= natural() + (runs - natural()) / 4 && run % 2 == 0;
    return late ? noiseSeed(run) : 0;
  }

  /** The agent's options for one run. */
  String agentOptions(String folder, int run) {
    List<String> options = new ArrayList<>();
    options.add("out=" + folder);
    options.add("mode=" + tracing.mode());
    options.add("cap=" + tracing.cap());
    options.add("hang=" + hangSeconds());
    options.add("notes=true");
    if (!tracing.clocks().equals("sync")) {
      options.add("clocks=" + tracing.clocks());
    }
    if (noiseSeed(run) != 0) {
      options.add("noise=" + noiseSeed(run));
    }
    if (delaySeed(run) != 0) {
      options.add("delays=" + delaySeed(run));
    }
    if (!tracing.inputs().equals(USUAL_INPUTS)) {
      options.add("inputs=" + tracing.inputs());
    }
    addList(options, "include", tracing.include());
    addList(options, "exclude", tracing.exclude());
    addList(options, "fail-on", tracing.failOn());
    return String.join(",", options);
  }

  private static void addList(List<String> options, String key, List<String> values) {
    if (!values.isEmpty()) {
      options.add(key + "=" + String.join(";", values));
    }
  }
}
