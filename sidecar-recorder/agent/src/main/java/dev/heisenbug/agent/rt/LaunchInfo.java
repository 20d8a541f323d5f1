package dev.heisenbug.agent.rt;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How this process was started, for a sealer that was not its parent. */
final class LaunchInfo {
  /** Variables that a re-execution may need; everything else stays out of the recording. */
  private static final String[] ENVIRONMENT = {
    "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "CLASSPATH", "LANG", "LC_ALL", "TZ"
  };

  /** Where a container of ours put what a variable had before ours took its place. */
  private static final Pattern USER_OPTIONS =
      Pattern.compile("(?:@|-XX:VMOptionsFile=)(\\S*/heisenbug-user-options)");

  private LaunchInfo() {}

  /** The command line as the kernel has it, empty where there is no such file. */
  static List<String> argv() {
    List<String> argv = new ArrayList<>();
    File file = new File("/proc/self/cmdline");
    if (file.exists()) {
      try (FileInputStream in = new FileInputStream(file)) {
        String line = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        for (int from = 0, to; (to = line.indexOf(0, from)) >= 0; from = to + 1) {
          argv.add(line.substring(from, to));
        }
      } catch (IOException unreadable) {
        Failures.internal(unreadable);
      }
    }
    return argv;
  }

  /**
   * The elements of a class path that are there: nobody need miss one later that never was, which
   * is common.
   */
  static String classPath(String all) {
    if (all == null) {
      return null;
    }
    StringBuilder there = new StringBuilder();
    for (String element : all.split(File.pathSeparator)) {
      if (element.isEmpty() || new File(element).exists()) {
        there.append(there.length() == 0 ? "" : File.pathSeparator).append(element);
      }
    }
    return there.toString();
  }

  /** The allow-listed variables as a JSON object. */
  static String environment() {
    Json json = new Json();
    for (String name : ENVIRONMENT) {
      String value = System.getenv(name);
      if (value != null) {
        json.put(name, withUserOptions(value));
      }
    }
    return json.toString();
  }

  /** Options that came by way of a file, which a re-execution elsewhere does not have. */
  private static String withUserOptions(String value) {
    Matcher file = USER_OPTIONS.matcher(value);
    if (!file.find()) {
      return value;
    }
    try (FileInputStream in = new FileInputStream(file.group(1) + ".raw")) {
      String raw = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return file.replaceFirst(Matcher.quoteReplacement(raw)).trim();
    } catch (IOException unreadable) {
      Failures.internal(unreadable);
      return file.replaceFirst("").trim();
    }
  }
}
