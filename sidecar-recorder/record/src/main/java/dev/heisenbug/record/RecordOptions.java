package dev.heisenbug.record;

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
 * @param mode the agent's mode
 * @param clocks {@code sync}, {@code func}, {@code loop} or {@code both}
 * @param cap size limit of one recording, as {@code 512m}
 * @param noise when schedule noise is allowed
 * @param hangSeconds seconds without progress that count as a hang, 0 for never
 * @param overdue seconds after which a run that only goes round is a hang, 0 if other runs tell
 * @param timeout a run that takes longer is ended and counts as not failed; null for none
 * @param failOn exception types that are failures even when caught
 */
public record RecordOptions(
    Path out,
    int runs,
    boolean untilFailure,
    String mode,
    List<String> include,
    List<String> exclude,
    String clocks,
    String cap,
    Noise noise,
    int hangSeconds,
    int overdue,
    long seed,
    Duration timeout,
    List<String> failOn) {
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

  /** Says that recordings cannot be kept in a folder, and why. */
  public static String cannotWrite(Path folder, FileSystemException e) {
    return "recordings cannot be kept in %s (%s: %s); name another folder with --out."
        .formatted(
            folder,
            e.getFile(),
            e.getReason() == null ? e.getClass().getSimpleName() : e.getReason());
  }

  /** What {@code record} does without options. */
  public static RecordOptions standard(Path out) {
    return new RecordOptions(
        out, 1, false, "default", List.of(), List.of(), "sync", "1g", Noise.OFF, 10, 0, 1, null,
        List.of());
  }

  /** The same, until a run fails. */
  public RecordOptions untilFailure(int maximumRuns) {
    return new RecordOptions(
        out,
        maximumRuns,
        true,
        mode,
        include,
        exclude,
        clocks,
        cap,
        Noise.AUTO,
        hangSeconds,
        overdue,
        seed,
        timeout == null ? Duration.ofMinutes(2) : timeout,
        failOn);
  }

  /** The same with other clocks. */
  public RecordOptions withClocks(String value) {
    return new RecordOptions(
        out,
        runs,
        untilFailure,
        mode,
        include,
        exclude,
        value,
        cap,
        noise,
        hangSeconds,
        overdue,
        seed,
        timeout,
        failOn);
  }

  /** The same with noise at other times. */
  public RecordOptions withNoise(Noise value) {
    return new RecordOptions(
        out,
        runs,
        untilFailure,
        mode,
        include,
        exclude,
        clocks,
        cap,
        value,
        hangSeconds,
        overdue,
        seed,
        timeout,
        failOn);
  }

  /** The same with another idea of a hang. */
  public RecordOptions withHangSeconds(int value) {
    return new RecordOptions(
        out,
        runs,
        untilFailure,
        mode,
        include,
        exclude,
        clocks,
        cap,
        noise,
        value,
        overdue,
        seed,
        timeout,
        failOn);
  }

  /** The same with other noise. */
  public RecordOptions withSeed(long value) {
    return new RecordOptions(
        out,
        runs,
        untilFailure,
        mode,
        include,
        exclude,
        clocks,
        cap,
        noise,
        hangSeconds,
        overdue,
        value,
        timeout,
        failOn);
  }

  /** The same with other limits of a run, 0 for the usual ones. */
  public RecordOptions withLimits(int overdueSeconds, int timeoutSeconds) {
    return new RecordOptions(
        out,
        runs,
        untilFailure,
        mode,
        include,
        exclude,
        clocks,
        cap,
        noise,
        hangSeconds,
        overdueSeconds,
        seed,
        timeoutSeconds == 0 ? timeout : Duration.ofSeconds(timeoutSeconds),
        failOn);
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
    options.add("mode=" + mode);
    options.add("cap=" + cap);
    options.add("hang=" + hangSeconds);
    options.add("notes=true");
    if (!clocks.equals("sync")) {
      options.add("clocks=" + clocks);
    }
    if (noiseSeed(run) != 0) {
      options.add("noise=" + noiseSeed(run));
    }
    if (delaySeed(run) != 0) {
      options.add("delays=" + delaySeed(run));
    }
    addList(options, "include", include);
    addList(options, "exclude", exclude);
    addList(options, "fail-on", failOn);
    return String.join(",", options);
  }

  private static void addList(List<String> options, String key, List<String> values) {
    if (!values.isEmpty()) {
      options.add(key + "=" + String.join(";", values));
    }
  }
}
