package dev.heisenbug.agent.rt;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Says in one line what threads have been doing lately, for who waits for the program to end. */
final class Doing {
  private static final int NAMED = 4;
  private final Map<String, List<String>> names = new LinkedHashMap<>();

  Doing(List<Watched> threads) {
    List<Watched> sorted = new ArrayList<>(threads);
    sorted.sort(Comparator.comparingInt(watched -> watched.log.serial));
    for (Watched watched : sorted) {
      if (watched.thread.isAlive() && !watched.thread.isDaemon()) {
        String method = Watched.method(watched.thread.getStackTrace());
        String where = method.isEmpty() ? "code of the JDK" : method;
        String what = watched.waits() ? "waiting in " : "going round in ";
        names.computeIfAbsent(what + where, w -> new ArrayList<>()).add(watched.thread.getName());
      }
    }
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (Map.Entry<String, List<String>> group : names.entrySet()) {
      List<String> all = group.getValue();
      text.append(text.length() == 0 ? "" : "; ");
      text.append(String.join(", ", all.subList(0, Math.min(NAMED, all.size()))));
      text.append(all.size() > NAMED ? " and " + (all.size() - NAMED) + " more" : "");
      text.append(' ').append(group.getKey());
    }
    return text.toString();
  }
}
