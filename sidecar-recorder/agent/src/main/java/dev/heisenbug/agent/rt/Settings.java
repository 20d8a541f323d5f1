package dev.heisenbug.agent.rt;

import java.io.File;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The agent's options, {@code key=value} separated by commas; lists are separated by semicolons.
 */
public final class Settings {
  /** What is recorded. */
  public enum Mode {
    /** Paths, synchronisation order and clocks. */
    DEFAULT,
    /** Paths alone. */
    CLAP,
    /** Paths and synchronisation order. */
    SYMBER,
    /** Every access to fields and arrays in a global order: the baseline to compare with. */
    FULL_ORDER
  }

  private final Map<String, String> options;
  private final String cache;
  private final long start = System.currentTimeMillis();

  private Settings(Map<String, String> options) {
    this.options = options;
    this.cache = options.remove("cache");
  }

  /** Parses the text after {@code -javaagent:jar=}. */
  public static Settings parse(String text) {
    Map<String, String> options = new HashMap<>();
    if (text != null) {
      for (String part : text.split(",")) {
        int at = part.indexOf('=');
        if (!part.isEmpty()) {
          options.put(at < 0 ? part : part.substring(0, at), at < 0 ? "" : part.substring(at + 1));
        }
      }
    }
    return new Settings(options);
  }

  /** The recording's folder; {@code %p} stands for the process id, {@code %t} for the start. */
  public File out() {
    String path = options.getOrDefault("out", "heisenbug-recording");
    String pid = Long.toString(ProcessHandle.current().pid());
    return new File(path.replace("%p", pid).replace("%t", Long.toString(start))).getAbsoluteFile();
  }

  /** Where runs of one command leave woven classes for each other, or null; no part of a bundle. */
  public String cache() {
    return cache;
  }

  public Mode mode() {
    switch (options.getOrDefault("mode", "default")) {
      case "clap":
        return Mode.CLAP;
      case "symber":
        return Mode.SYMBER;
      case "full-order":
        return Mode.FULL_ORDER;
      case "default":
        return Mode.DEFAULT;
      default:
        throw new IllegalArgumentException(
            "mode is one of default, clap, symber, full-order, not " + options.get("mode"));
    }
  }

  public List<String> list(String key) {
    List<String> values = new ArrayList<>();
    for (String value : options.getOrDefault(key, "").split(";")) {
      if (!value.isEmpty()) {
        values.add(value);
      }
    }
    return values;
  }

  /** Size in bytes; {@code k}, {@code m} and {@code g} are understood. Below 1m is 1m. */
  public long cap() {
    String text = options.getOrDefault("cap", "1g").toLowerCase();
    char unit = text.charAt(text.length() - 1);
    int shift = unit == 'k' ? 10 : unit == 'm' ? 20 : unit == 'g' ? 30 : 0;
    long units = Long.parseLong(shift == 0 ? text : text.substring(0, text.length() - 1));
    return units > Long.MAX_VALUE >> shift ? Long.MAX_VALUE : units << shift;
  }

  /** Seconds without progress that make a hang; 0 is never. */
  public int hangSeconds() {
    return Integer.parseInt(options.getOrDefault("hang", "0"));
  }

  /**
   * Seconds after which a run takes far longer than all before it, so that threads that only go
   * round make a hang, whatever they write; 0 is never.
   */
  public int overdueSeconds() {
    return Integer.parseInt(options.getOrDefault("overdue", "0"));
  }

  /** The same for a run that nothing is known about: it is only suspected of hanging. */
  public int suspectSeconds() {
    return Integer.parseInt(options.getOrDefault("suspect", "0"));
  }

  /** Whether a runner is told what keeps the program going. */
  public boolean notes() {
    return options.containsKey("notes");
  }

  /** Seed of late and reordered stores; 0 is none. */
  public long delays() {
    return Long.parseLong(options.getOrDefault("delays", "0"));
  }

  /** Seed of the schedule noise; 0 is none. */
  public long noise() {
    return Long.parseLong(options.getOrDefault("noise", "0"));
  }

  public boolean funcClocks() {
    String clocks = options.getOrDefault("clocks", "");
    return clocks.contains("func") || clocks.contains("both");
  }

  public boolean loopClocks() {
    String clocks = options.getOrDefault("clocks", "");
    return clocks.contains("loop") || clocks.contains("both");
  }

  /** Whether every synchronisation event is stamped, however thick they come. */
  public boolean everyStamp() {
    return options.getOrDefault("clocks", "").contains("all");
  }

  /** Whether what comes from the network is recorded. */
  public boolean network() {
    return options.getOrDefault("inputs", "").equals("network");
  }

  /** Whether another user may delete the recording. */
  public boolean shared() {
    return options.containsKey("shared");
  }

  public Map<String, String> all() {
    return options;
  }
}
