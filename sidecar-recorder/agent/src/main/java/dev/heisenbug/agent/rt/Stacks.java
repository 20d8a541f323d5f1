package dev.heisenbug.agent.rt;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** The threads of a deadlock or hang as the failure file has them. */
final class Stacks {
  private final List<String> threads = new ArrayList<>();
  private final TreeSet<String> sites = new TreeSet<>();

  void add(Thread thread, int serial, String waitsFor) {
    List<String> frames = Frames.of(thread.getStackTrace());
    List<String> top = Frames.top(frames);
    if (!top.isEmpty()) {
      sites.add(top.get(0));
    }
    Json json = new Json().put("thread", serial).put("name", thread.getName());
    json.put("state", thread.getState().name()).put("waitsFor", waitsFor);
    threads.add(json.raw("frames", Json.array(frames)).toString());
  }

  /** Where the threads stand: the same set of places in every run that gets stuck like this. */
  String signature() {
    return String.join("|", sites);
  }

  String json() {
    return "[" + String.join(",\n", threads) + "]";
  }
}
