package dev.heisenbug.sidecar;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the processes of pods by their control groups, in a view of all processes of the node. */
final class PodProcesses {
  /** As cgroupfs writes it, and as systemd does. */
  private static final Pattern POD =
      Pattern.compile("pod([0-9a-f]{8}([-_][0-9a-f]{4}){3}[-_][0-9a-f]{12})");

  /** A process comes into its group a moment after it is born. */
  private static final int LOOKS = 30;

  private final Path proc;
  private final Map<Long, Known> known = new HashMap<>();

  PodProcesses(Path proc) {
    this.proc = proc;
  }

  /**
   * A process.
   *
   * @param pid here
   * @param inside the same in its own container
   */
  record PodProcess(long pid, long inside, String pod) {}

  private static final class Known {
    private String pod;
    private int looks;
  }

  /** Those of the given pods. */
  List<PodProcess> of(Set<String> pods) throws IOException {
    Set<Long> there = new HashSet<>();
    List<PodProcess> found = new ArrayList<>();
    for (Path folder : Folders.list(proc)) {
      String name = folder.getFileName().toString();
      if (!name.chars().allMatch(Character::isDigit)) {
        continue;
      }
      long pid = Long.parseLong(name);
      there.add(pid);
      try {
        String pod = pod(pid, folder);
        if (pod != null && pods.contains(pod)) {
          found.add(new PodProcess(pid, inside(folder), pod));
        }
      } catch (IOException e) {
        known.remove(pid); // it ended
      }
    }
    known.keySet().retainAll(there);
    return found;
  }

  private String pod(long pid, Path folder) throws IOException {
    Known one = known.computeIfAbsent(pid, p -> new Known());
    if (one.pod == null && one.looks < LOOKS) {
      one.looks++;
      one.pod = podOf(Files.readString(folder.resolve("cgroup")));
    }
    return one.pod;
  }

  /**
   * @param cgroup the text of a process's file
   */
  static String podOf(String cgroup) {
    Matcher matcher = POD.matcher(cgroup);
    return matcher.find() ? matcher.group(1).replace('_', '-') : null;
  }

  /** The number of a process or thread in the innermost namespace that it is in. */
  static long inside(Path folder) throws IOException {
    for (String line : Files.readAllLines(folder.resolve("status"))) {
      if (line.startsWith("NSpid:")) {
        String[] numbers = line.substring("NSpid:".length()).strip().split("\\s+");
        return Long.parseLong(numbers[numbers.length - 1]);
      }
    }
    return Long.parseLong(folder.getFileName().toString());
  }
}
